// cases.js - 52 damaged files as people damage them
//
// A case: the name of the file as people see it, the sound file it is made of, what was done, the damage, and what the
// page must say: the rule and the field of the finding that leads, and whether what it suggests is safe. 'yes': it gives
// back the file as it was. 'no': it offers nothing, or says that it may be wrong.
'use strict';
const d = require('./damage.js');

// Sound files: a real one, and the format and seed of a generated file that stands in for it where it is not there. The
// damages of a single field need the real one.
const SOURCES = {
  hull: ['tanki/N3onTechF0X__TankiTextures__hulls-hunter-PR-object.a3d', 'tanki:3', 5],
  turret: ['tanki/N3onTechF0X__TankiTextures__turrets-firebird-XT-object.a3d', 'tanki:3', 6],
  ship: ['m3g/BaalNetbek__DeepOpen__ship_14__13015_.m3g', 'm3g', 7],
  car: ['m3g/mrlordkaj__j2me-3dmoto__car1.m3g', 'm3g', 8],
  scene: ['m3g/yussidivnall__M3gSceneLoader__Scene1.m3g'],
  well: ['a3d2/Glidias__Asharena__well.a3d', 'a3d2:2.0', 9],
  crate: ['a3d2/GasparVardanyan__Alternativa3D__demo_b7f975.a3d', 'a3d2:2.4', 10],
  cloth: ['a3d2/Glidias__Asharena__clothswing.a3d', 'a3d2:2.0', 11],
  tower: ['a3d2/AlternativaPlatform__Alternativa3DExamples__model.A3D', 'a3d1', 12],
  bricks: ['odol/hpy__ExileLifeMod__ExileLife_Item_CementBlocks.p3d', 'odol:73', 13],
  board: ['odol/hpy__ExileLifeMod__ExileLife_Construction_Board_Long.p3d', 'odol:73', 14],
};

const HTML = '<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head>\n<body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>\n';
const HTTP = 'HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nConnection: close\r\n\r\n';
const LFS = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 5632\n';

// [file name, source, what was done, damage, headline, field, safe]
const CASES = [
  ['hulls/hunter.a3d', 'hull', 'FTP in text mode: LF became CR LF', d.lfToCrlf, 'file/crlf-added', '', 'yes'],
  ['ships/scout.m3g', 'ship', 'checked out as text: CR LF became LF', d.crlfToLf, 'file/crlf-removed', '', 'yes'],
  ['village/well.a3d', 'well', 'the download ended after 60 %', d.cut(0.6), 'file/truncated', '', 'no'],
  ['cars/red.m3g', 'car', 'the download ended after 75 %', d.cut(0.75), 'file/truncated', '', 'no'],
  ['items/bricks.p3d', 'bricks', 'the download ended after 50 %', d.cut(0.5), 'file/truncated', '', 'no'],
  ['turrets/flame.a3d', 'turret', 'the last 400 bytes are missing', d.without(400), 'file/truncated', '', 'no'],
  ['towers/column.a3d', 'tower', 'the download ended after 30 %', d.cut(0.3), 'file/truncated', '', 'no'],
  ['items/board.p3d', 'board', 'the disk was full: zeros from 80 % on', d.zeroedFrom(0.8), 'file/zeroed-blocks', '', 'no'],
  ['village/crate.a3d', 'crate', 'a torrent did not finish: zeros from 50 % on', d.zeroedFrom(0.5), 'file/zeroed-blocks', '', 'no'],
  ['cars/blue.m3g', 'car', 'a block of 512 bytes was overwritten by zeros', d.zeroed(4096, 512), 'file/zeroed-blocks', '', 'no'],
  ['hulls/wasp.a3d', 'hull', 'a block of 1024 bytes was overwritten by zeros', d.zeroed(2048, 1024), 'file/zeroed-blocks', '', 'no'],
  ['village/cloth.a3d', 'cloth', 'packed with gzip, and not unpacked', d.gzip, 'file/gzip', '', 'yes'],
  ['cars/green.m3g', 'car', 'sent by mail: base64', d.base64, 'file/base64', '', 'yes'],
  ['turrets/rail.a3d', 'turret', 'opened and saved by a text editor: Latin-1 read, UTF-8 written', d.latin1AsUtf8, 'file/latin1-as-utf8', '', 'yes'],
  ['items/plank.p3d', 'board', 'read as UTF-8 by a script: bytes became U+FFFD', d.readAsUtf8, 'file/replacement-characters', '', 'no'],
  ['village/house.a3d', 'well', 'bytes swapped in twos', d.swapped, 'file/byte-swap-16', '', 'yes'],
  ['hulls/titan.a3d', 'hull', 'padded with zeros to blocks of 2048 bytes', d.padded(2048), 'file/zero-padding', '', 'yes'],
  ['ships/cargo.m3g', 'ship', 'the error page of a server was saved', () => Buffer.from(HTML), 'file/other-kind', '', 'no'],
  ['items/stone.p3d', 'bricks', 'a Git LFS pointer, without git lfs pull', () => Buffer.from(LFS), 'file/git-lfs-pointer', '', 'no'],
  ['village/both.a3d', 'crate', 'two models in one file (cat a b)', (b, x) => Buffer.concat([b, x.sound('well')]), 'file/two-files', '', 'yes'],
  ['turrets/twins.a3d', 'turret', 'the same model twice (a download was resumed at the wrong place)', d.twice, 'file/twice', '', 'yes'],
  ['cars/white.m3g', 'car', 'saved with the HTTP headers of the server', d.after(HTTP), 'file/http-headers', '', 'yes'],
  ['items/wall.m3g', 'bricks', 'a P3D file with the extension .m3g', b => b, 'file/wrong-extension', '', 'yes'],
  ['village/banner.a3d', 'cloth', 'redirected by PowerShell: UTF-16', d.latin1AsUtf16, 'file/latin1-as-utf16', '', 'yes'],
  ['hulls/viking.a3d', 'hull', 'a hex dump (xxd -p) was saved', d.hexText, 'file/hex-text', '', 'yes'],
  ['towers/gate.a3d', 'tower', 'saved with a byte-order mark', d.after([0xef, 0xbb, 0xbf]), 'file/byte-order-mark', '', 'yes'],
  ['ships/fighter.m3g', 'ship', 'the first 12 bytes are missing', d.from(12), 'file/head-lost', '', 'yes'],
  ['items/beam.p3d', 'board', 'a mail server kept 7 bits of each byte', d.sevenBits, 'file/eighth-bit-lost', '', 'no'],
  ['scenes/room.m3g', 'scene', 'a hex editor: version 1.0 became 3.0', d.put(0x1a, 3), 'm3g/version', 'sections[*].objects[*].versionMajor', 'yes'],
  ['hulls/dictator.a3d', 'hull', 'a hex editor: version 3 became 9', d.put(4, 9), 'tanki/version', 'version', 'yes'],
  ['village/fence.a3d', 'crate', 'written as version 2.9', d.edit('versionMinor=9'), 'a3d2/vertex-buffer-size', 'vertexBuffers[*].byteBuffer', 'no'],
  ['items/rock.p3d', 'bricks', 'a hex editor: version 73 became 93', d.put(4, 93), 'odol/version', 'version', 'no'],
  ['ships/bomber.m3g', 'ship', 'one bit flipped in packed vertices', d.flip(2500, 3), 'm3g/zlib-checksum', 'sections[*].objects', 'yes'],
  ['village/door.a3d', 'crate', 'one bit flipped in the zlib stream', d.flip(2001, 5), 'a3d2/zlib-checksum', '', 'yes'],
  ['turrets/smoky.a3d', 'turret', 'one bit flipped in the length of the meshes block', d.flip(0x64, 4), 'tanki/block-length', 'meshes.length', 'yes'],
  ['items/sack.p3d', 'bricks', 'one bit flipped in packed positions', d.flip(0x105c, 1), 'odol/block-data', 'lods[*].positions', 'no'],
  ['scenes/hall.m3g', 'scene', 'a text was changed by hand: the checksum is stale', d.replace('Blender M3G', 'Barn (final)'.slice(0, 11)), 'm3g/checksum', 'sections[*].checksum', 'no'],
  ['hulls/mammoth.a3d', 'hull', 'a hex editor: vertexCount 156 became 160', d.edit('meshes[0].vertexCount:=160'), 'tanki/buffer-type', 'meshes[*].vertexCount', 'yes'],
  ['village/wagon.a3d', 'crate', 'a map was removed, the material still refers to it', d.edit('maps[4]-=1'), 'a3d2/material-map-reference', 'materials[*].glossinessMapId', 'no'],
  ['turrets/thunder.a3d', 'turret', 'a texture was renamed by hand, its length is stale', d.replace('hull_2.jpg', 'hull_winter.jpg'), 'tanki/padding-zero', 'materials[*].diffuseMap', 'no'],
  ['scenes/yard.m3g', 'scene', 'vertices were removed, an index still refers to one', d.edit('sections[1].objects[5].indices[20]=12'), 'm3g/submesh-index', 'sections[*].objects[*].submeshes[*].indexBuffer', 'no'],
  ['hulls/hornet.a3d', 'hull', 'vertices were removed, an index still refers to one', d.edit('meshes[0].submeshes[0].indices[30]=156'), 'tanki/index-range', 'meshes[*].submeshes[*].indices[*]', 'no'],
  ['village/barrel.a3d', 'crate', 'an exporter wrote an index beyond the vertices', d.edit('@package+0x115=9001'), 'a3d2/index-range', 'indexBuffers[*].byteBuffer[*]', 'no'],
  ['items/brick.p3d', 'bricks', 'an exporter wrote a corner beyond the vertices', d.edit('lods[0].faces[3].indices[1]=128'), 'odol/face-vertex', 'lods[*].faces[*].indices[*]', 'no'],
  ['scenes/lamp.m3g', 'scene', 'an exporter wrote NaN as the place of a mesh', d.edit('sections[1].objects[7].transform[3]=f:nan'), 'm3g/float', 'sections[*].objects[*].transform[*]', 'no'],
  ['turrets/freeze.a3d', 'turret', 'an exporter wrote NaN as a coordinate', d.edit('meshes[0].buffers[0].vertices[7].x=f:nan'), 'tanki/float-finite', 'meshes[*].buffers[*].vertices[*].x', 'no'],
  ['items/block.p3d', 'bricks', 'the addresses of the LODs are off by four', d.put(0x13e, 0x6e, 2, 0, 0, 0x54, 1, 0, 0, 0xe0, 0x15, 0, 0, 0x6e, 2, 0, 0), 'odol/lod-gap', 'lods', 'yes'],
  ['items/crate.p3d', 'bricks', 'a hex editor: 2 LODs became 3', d.put(0x0d, 3), 'odol/lod-address', 'nLods', 'no'],
  ['scenes/stage.m3g', 'scene', 'an exporter swapped totalLength and uncompressedLength', d.put(0x3d, 0x78, 8, 0, 0, 0x85, 8, 0, 0), 'm3g/length-past-end', 'sections[*].totalLength', 'yes'],
  ['scenes/garden.m3g', 'scene', 'an exporter wrote a reference to a later object', d.edit('sections[1].objects[7].vertexBuffer=12'), 'm3g/reference-order', 'sections[*].objects[*].vertexBuffer', 'no'],
  ['village/sign.a3d', 'crate', 'one bit of the null mask is wrong', d.edit('@package+0x4=a3'), 'a3d2/count-fits-mask', '$mask.bit[*]', 'yes'],
  ['towers/arch.a3d', 'tower', 'an exporter gave the geometry the id 1, the object still refers to 0', d.edit('geometries[0].id=1'), 'a3d1/geometry-reference', 'objects[*].geometryId', 'no'],
];

module.exports = {SOURCES, CASES};
