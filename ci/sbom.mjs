// ci/sbom.mjs TOOLS OUT ARCHIVE VERSION: see ci/sbom. The same input gives the same bytes: the time is SOURCE_DATE_EPOCH.
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const [tools, out, archive, version] = process.argv.slice(2);
const { Enums, Models, Serialize, Spec, Validation } = createRequire(resolve(tools, 'x.js'))('@cyclonedx/cyclonedx-library');

const licence = (name) => (name.includes(' ') ? new Models.LicenseExpression(name)
    : name.startsWith('LicenseRef-') ? new Models.NamedLicense(name) : new Models.SpdxLicense(name));
const component = (kind, name, release, licenceName, purl, hashes) => new Models.Component(kind, name, {
    version: release, bomRef: purl, purl, licenses: new Models.LicenseRepository([licence(licenceName)]), hashes,
});

const sum = createHash('sha256').update(readFileSync(join(dirname(out), archive))).digest('hex');
const self = component(Enums.ComponentType.Application, 'a3dlint', version, 'MIT', `pkg:generic/a3dlint@${version}`,
    new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], sum]]));
self.properties = new Models.PropertyRepository([new Models.Property('a3dlint:archive', archive)]);
const bom = new Models.Bom();
bom.metadata.component = self;
bom.metadata.timestamp = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000);
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
    const [name, release, licenceName, packageName] = line.split('|');
    const part = component(Enums.ComponentType.Library, name, release, licenceName, `${packageName}@${encodeURIComponent(release)}`);
    bom.components.add(part);
    self.dependencies.add(part.bomRef);
}
const text = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(bom, { sortLists: true, space: 2 });
const wrong = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
if (wrong !== null) {
    console.error('sbom: what was made is not CycloneDX:', wrong);
    process.exit(1);
}
writeFileSync(`${out}.part`, `${text}\n`);
renameSync(`${out}.part`, out);
