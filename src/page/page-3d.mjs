// page-3d.mjs - the 3D view of the page: what could be read of a file, as GLB, with its damaged parts marked
//
// `make page` bundles this with three.js. The page calls a3dlint3d.open.
import {
  AmbientLight, AnimationMixer, Box3, BoxHelper, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, EdgesGeometry,
  GridHelper, Group, Line, LineBasicMaterial, LineSegments, MeshStandardMaterial, PerspectiveCamera, Points, PointsMaterial, Raycaster,
  Scene, SkeletonHelper, Sphere, Vector2, Vector3, WebGLRenderer,
} from 'three';
import {GLTFLoader} from 'three/examples/jsm/loaders/GLTFLoader.js';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {VertexNormalsHelper} from 'three/examples/jsm/helpers/VertexNormalsHelper.js';

const inside = (path, outer) => outer !== undefined && outer !== '' && (path === outer || path.startsWith(outer + '.') || path.startsWith(outer + '['));
const COLLISION = /^(coll?|occl)(ision)?([_ .\d]|$)/i; // how level and tank editors name shapes that are not drawn
const MARKS = 60; // damaged places that are marked
const FAR = 50; // times the size of what most points span; points beyond are outside

// The paths of the records from which a part and the nodes above it were made.
function pathsOf(mesh) {
  const origin = mesh.userData.origin, paths = [mesh.geometry.userData.path, mesh.userData.material, mesh.userData.path, origin && origin.record];
  for (let o = mesh.parent; o; o = o.parent) paths.push(o.userData.path);
  return paths.filter(path => path);
}

const ownOf = mesh => mesh.geometry.userData.path || mesh.userData.path || '';

// Whether a field is in the record of a part, or in its lists of vertices or triangles.
function isOf(path, mesh) {
  const {vertices, triangles} = mesh.userData.origin;
  return inside(path, ownOf(mesh)) || (vertices !== null && inside(path, vertices.path)) || (triangles !== null && inside(path, triangles.path));
}

// The severity of each damaged part. A part is damaged when its own record has a finding, or when a record above it has
// one that is in none of the parts. A part whose record refers to a damaged record is damaged, too.
function severities(meshes, damaged, reached) {
  const worst = new Map();
  const put = (mesh, severity) => { if (worst.get(mesh) !== 'error') worst.set(mesh, severity); };
  for (const {path, severity} of damaged) {
    const own = meshes.filter(m => isOf(path, m));
    for (const m of own.length > 0 ? own : meshes.filter(m => pathsOf(m).some(p => inside(path, p)))) put(m, severity);
  }
  const most = damaged.some(d => d.severity === 'error') ? 'error' : 'warning';
  for (const m of meshes) if (reached.some(path => inside(ownOf(m), path)) && !worst.has(m)) put(m, most);
  return worst;
}

// ---- points that cannot be where the file says ----

// What most points span, from the middle nine tenths of each axis.
function span(values) {
  const sorted = values.slice().sort((a, b) => a - b), at = share => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return sorted.length > 0 ? [at(0.05), at(0.95)] : [0, 0];
}

// Moves points of a mesh that are no number or far outside to the edge of the others, and returns where they are drawn.
// `repaired` are points that were no number; the GLB has 0 in their place.
function gatherAway(geometry, repaired) {
  const position = geometry.getAttribute('position'), away = [];
  if (!position) return away;
  for (const i of repaired) if (i < position.count) position.setXYZ(i, NaN, NaN, NaN);
  const axes = [0, 1, 2].map(k => span(Array.from({length: position.count}, (_, i) => position.getComponent(i, k)).filter(Number.isFinite)));
  const size = Math.max(...axes.map(([from, to]) => to - from)) || 1;
  for (let i = 0; i < position.count; i++) {
    let out = false;
    for (let k = 0; k < 3; k++) {
      const v = position.getComponent(i, k), [from, to] = axes[k];
      if (Number.isFinite(v) && v > from - FAR * size && v < to + FAR * size) continue;
      out = true;
      position.setComponent(i, k, Number.isFinite(v) && v < from ? from - size / 2 : to + size / 2);
    }
    if (out) away.push(new Vector3().fromBufferAttribute(position, i));
  }
  if (away.length > 0) { position.needsUpdate = true; geometry.boundingBox = geometry.boundingSphere = null; }
  return away;
}

// ---- where numbers come from ----
//
// Accessors say in extras from which list their numbers are: {path, stream, off, stride, repaired} of vertices, and for triangles
// {path, stream, runs: [[first triangle, offset, bytes from one face to the next, triangles of a face]], dropped:
// [[offset, three corners]]}.

function originsOf(mesh, gltf) {
  const at = gltf.parser.associations.get(mesh), json = gltf.parser.json;
  const primitive = at && at.meshes !== undefined && json.meshes[at.meshes].primitives[at.primitives || 0];
  if (!primitive) return {vertices: null, triangles: null, count: 0, record: ''};
  const of = index => index === undefined ? null : json.accessors[index].extras || null;
  return {vertices: of(primitive.attributes.POSITION), triangles: of(primitive.indices), count: json.accessors[primitive.attributes.POSITION].count,
    record: (json.meshes[at.meshes].extras || {}).path};
}

// The byte where the face of a triangle begins.
function byteOf(triangles, t) {
  const run = triangles && triangles.runs && triangles.runs.filter(r => r[0] <= t).pop();
  return run ? run[1] + Math.floor((t - run[0]) / run[3]) * run[2] : null;
}

// The triangles of the face that has this byte: [first, number], or null.
function trianglesAt(triangles, off, total) {
  for (const [i, [first, from, stride, each]] of (triangles && triangles.runs || []).entries()) {
    const next = i + 1 < triangles.runs.length ? triangles.runs[i + 1][0] : total, faces = Math.ceil((next - first) / each);
    const face = stride > 0 ? Math.floor((off - from) / stride) : off === from ? 0 : -1;
    if (off >= from && face >= 0 && face < faces) return [first + face * each, Math.min(each, next - first - face * each)];
  }
  return null;
}

function vertexAt(origin, off) {
  if (!origin.vertices || !(origin.vertices.stride > 0)) return null;
  const n = Math.floor((off - origin.vertices.off) / origin.vertices.stride);
  return n >= 0 && n < origin.count ? n : null;
}

// The place of a vertex, in the pose that is drawn.
const placeOf = (mesh, index) => mesh.localToWorld(mesh.getVertexPosition(index, new Vector3()));

function cornersOf(mesh, t) {
  const index = mesh.geometry.index;
  return [0, 1, 2].map(k => index ? index.getX(3 * t + k) : 3 * t + k);
}

// ---- how parts look ----

// Sound parts are transparent beside damaged ones, so that these can be seen through them.
function dress(mesh, color, severity, glass) {
  if (!mesh.geometry.getAttribute('normal')) mesh.geometry.computeVertexNormals();
  mesh.userData.material = mesh.material.userData && mesh.material.userData.path;
  mesh.material = new MeshStandardMaterial({color, roughness: 0.75, metalness: 0.05, side: DoubleSide,
    transparent: glass, opacity: glass ? 0.4 : 1, depthWrite: !glass, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1});
  if (mesh.isSkinnedMesh) return; // its edges would not follow its bones
  const bad = severity !== undefined;
  const lines = new LineSegments(new EdgesGeometry(mesh.geometry, bad ? 12 : 25), new LineBasicMaterial({color: bad ? 0xffffff : 0x000000, transparent: true, opacity: bad ? 0.8 : 0.25}));
  lines.raycast = () => {};
  mesh.add(lines);
}

function lineThrough(places, color) {
  const line = new Line(new BufferGeometry().setFromPoints(places), new LineBasicMaterial({color, depthTest: false}));
  line.raycast = () => {};
  return line;
}

function pointsAt(places, color) {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(places.flatMap(p => [p.x, p.y, p.z])), 3));
  const points = new Points(geometry, new PointsMaterial({color, size: 9, sizeAttenuation: false, depthTest: false}));
  points.raycast = () => {};
  return points;
}

// A length of 1, 2 or 5 times a power of ten, about a tenth of what is drawn.
function unitOf(radius) {
  const raw = radius / 5, ten = 10 ** Math.floor(Math.log10(raw));
  return ten * [1, 2, 5, 10].find(n => n * ten >= raw);
}

// Draws a GLB (bytes) into an element (host). Options: damaged is an array of {path, severity, stream, off}, reached one of paths;
// colors has sound, warning, error and chosen; scenes is called with the names of the scenes; picked with {path, stream,
// off} of what is clicked, without the latter two where they are not known; told with {parts, errors, warnings, away,
// dropped, switches} for each scene that is drawn, or with {error}. A switch is [id, text, on]. Returns the methods that control the view. Throws when the browser cannot draw 3D.
function open(host, bytes, options) {
  const renderer = new WebGLRenderer({antialias: true, alpha: true, preserveDrawingBuffer: true});
  const scene = new Scene(), camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  const controls = new OrbitControls(camera, renderer.domElement);
  const sun = new DirectionalLight(0xffffff, 2.2), extras = new Group();
  const box = new Box3(), sphere = new Sphere(new Vector3(), 1);
  let over = false, meshes = [], scenes = [], shown = null, mixer = null, clips = [], loaded = null, severity = new Map(), away = [];
  const on = {};
  scene.add(new AmbientLight(0xffffff, 1.3), sun, extras);
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  host.append(renderer.domElement);

  const draw = () => {
    if (over) return;
    sun.position.copy(camera.position).add(new Vector3(sphere.radius, 2 * sphere.radius, 0));
    renderer.render(scene, camera);
  };
  const fit = () => {
    const width = host.clientWidth || 1, height = host.clientHeight || 1;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    draw();
  };
  const home = () => {
    const from = new Vector3(0.75, 0.5, 1).normalize(), right = new Vector3().crossVectors(new Vector3(0, 1, 0), from).normalize();
    const up = new Vector3().crossVectors(from, right), slope = Math.tan(camera.fov * Math.PI / 360);
    let distance = sphere.radius * 0.1;
    for (let i = 0; i < 8; i++) {
      const p = new Vector3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z).sub(sphere.center);
      distance = Math.max(distance, p.dot(from) + 1.08 * Math.max(Math.abs(p.dot(up)) / slope, Math.abs(p.dot(right)) / slope / camera.aspect));
    }
    camera.near = distance / 100;
    camera.far = distance * 20;
    controls.target.copy(sphere.center);
    camera.position.copy(sphere.center).addScaledVector(from, distance);
    camera.updateProjectionMatrix();
    controls.update();
    draw();
  };
  const turn = (around, up) => {
    const arm = camera.position.clone().sub(controls.target);
    const pole = new Vector3(0, 1, 0), side = new Vector3().crossVectors(pole, arm).normalize();
    const tilted = arm.clone().applyAxisAngle(side, up);
    camera.position.copy(controls.target).add((tilted.angleTo(pole) > 0.1 && tilted.angleTo(pole) < 3.04 ? tilted : arm).applyAxisAngle(pole, around));
    controls.update();
    draw();
  };
  const zoom = by => {
    camera.position.sub(controls.target).multiplyScalar(by).add(controls.target);
    controls.update();
    draw();
  };

  // ---- switches ----

  const collides = mesh => { for (let o = mesh; o; o = o.parent) if (COLLISION.test(o.name || '')) return true; return false; };
  let last = 0;
  const frame = now => {
    if (over || !on.play) return;
    mixer.update(Math.min((now - last) / 1000, 0.1));
    last = now;
    draw();
    requestAnimationFrame(frame);
  };
  const helpers = {
    wires: to => { for (const m of meshes) m.material.wireframe = to; },
    collision: to => { for (const m of meshes) if (collides(m) && !severity.has(m)) m.visible = to; },
    grid: () => {
      const unit = unitOf(sphere.radius), cells = 2 * Math.ceil(2 * sphere.radius / unit);
      const grid = new GridHelper(cells * unit, cells, 0x888888, 0x888888);
      grid.position.set(sphere.center.x, box.min.y, sphere.center.z);
      return [grid];
    },
    boxes: () => meshes.filter(m => m.visible).map(m => new BoxHelper(m, 0x3399ff)),
    normals: () => meshes.filter(m => m.visible && m.geometry.getAttribute('normal')).map(m => new VertexNormalsHelper(m, sphere.radius / 20, 0x22aa66)),
    bones: () => [...new Set(meshes.filter(m => m.isSkinnedMesh).map(m => m.skeleton.bones[0]).filter(Boolean))].map(b => new SkeletonHelper(b)),
    play: to => {
      if (!to) { mixer.stopAllAction(); return; }
      for (const clip of clips) mixer.clipAction(clip).play();
      last = performance.now();
      requestAnimationFrame(frame);
    },
  };
  const turnOn = (id, to) => {
    on[id] = to;
    for (const old of extras.children.filter(c => c.userData.of === id)) { extras.remove(old); if (old.dispose) old.dispose(); }
    const made = to || id === 'wires' || id === 'collision' || id === 'play' ? helpers[id](to) : null;
    for (const one of made || []) { one.userData.of = id; one.traverse(o => { o.raycast = () => {}; }); extras.add(one); }
    draw();
    return to;
  };
  const switches = () => [
    ['wires', 'Wires', false], ['grid', 'Grid of ' + unitOf(sphere.radius).toLocaleString('en'), false], ['normals', 'Normals', false], ['boxes', 'Boxes', false],
    meshes.some(m => m.isSkinnedMesh) && ['bones', 'Bones', false],
    meshes.some(m => collides(m) && !severity.has(m)) && ['collision', 'Collision shapes', false],
    clips.length > 0 && ['play', 'Play', false],
  ].filter(Boolean);

  // ---- a scene ----

  const prepare = mesh => {
    if (mesh.userData.dressed) return;
    mesh.userData.away = gatherAway(mesh.geometry, mesh.userData.origin.vertices && mesh.userData.origin.vertices.repaired || []);
    const s = severity.get(mesh);
    dress(mesh, new Color(options.colors[s || 'sound']), s, severity.size > 0 && !s);
    mesh.userData.dressed = true;
  };
  // What remains of triangles that were dropped, since a corner of theirs is no vertex. Returns how many there are.
  const outlineDropped = mesh => {
    const all = mesh.userData.origin.triangles && mesh.userData.origin.triangles.dropped || [];
    for (const [, ...corners] of all) {
      const places = corners.filter(c => c < mesh.userData.origin.count).map(c => placeOf(mesh, c));
      if (places.length > 1) extras.add(lineThrough(places, options.colors.error));
      if (places.length > 0) extras.add(pointsAt(places, options.colors.error));
    }
    return all.length;
  };
  const measure = () => {
    box.makeEmpty();
    for (const m of meshes) if (m.visible) box.expandByObject(m);
    if (box.isEmpty() || !Number.isFinite(box.getBoundingSphere(sphere).radius)) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    box.getBoundingSphere(sphere);
    if (!(sphere.radius > 0)) sphere.radius = 1;
  };
  const pick = n => {
    if (shown) scene.remove(shown);
    for (const id of Object.keys(on)) turnOn(id, false);
    shown = scenes[n];
    meshes = [];
    shown.updateMatrixWorld(true);
    shown.traverse(o => { if (o.isMesh) meshes.push(o); });
    for (const mesh of meshes) mesh.userData.origin = originsOf(mesh, loaded);
    severity = severities(meshes, options.damaged, options.reached);
    for (const mesh of meshes) prepare(mesh);
    scene.add(shown);
    if (meshes.some(m => !collides(m))) helpers.collision(false); // else there is nothing but them
    measure();
    away = meshes.flatMap(m => m.userData.away.map(p => p.clone().applyMatrix4(m.matrixWorld)));
    for (const old of extras.children.slice()) extras.remove(old);
    if (away.length > 0) extras.add(pointsAt(away, options.colors.error));
    const dropped = meshes.reduce((n, m) => n + outlineDropped(m), 0);
    for (const place of options.damaged.filter(d => d.off !== undefined).slice(0, MARKS))
      for (const mesh of meshes) for (const mark of exactly(mesh, place, options.colors[place.severity])) extras.add(mark);
    fit();
    home();
    const count = which => [...severity.values()].filter(s => s === which).length;
    options.told({parts: meshes.length, errors: count('error'), warnings: count('warning'), away: away.length, dropped, switches: switches()});
  };

  // ---- choosing ----

  // The faces and vertices of a mesh that a place in the file is in.
  const exactly = (mesh, {path, stream, off}, color) => {
    const {vertices, triangles} = mesh.userData.origin, found = [];
    if (triangles && triangles.stream === stream && inside(path, triangles.path)) {
      const total = (mesh.geometry.index ? mesh.geometry.index.count : mesh.geometry.getAttribute('position').count) / 3;
      const [first, n] = trianglesAt(triangles, off, total) || [0, 0];
      for (let t = first; t < first + n; t++) {
        const places = cornersOf(mesh, t).map(c => placeOf(mesh, c));
        found.push(lineThrough([...places, places[0]], color), pointsAt(places, color));
      }
      for (const [at, ...corners] of (triangles.dropped || []).filter(d => off >= d[0] && off < d[0] + 12)) {
        const places = n === 0 && at <= off ? corners.filter(c => c < mesh.userData.origin.count).map(c => placeOf(mesh, c)) : [];
        if (places.length > 0) found.push(lineThrough(places, color), pointsAt(places, color));
      }
    }
    const vertex = vertices && vertices.stream === stream && inside(path, vertices.path) ? vertexAt(mesh.userData.origin, off) : null;
    if (vertex !== null) found.push(pointsAt([placeOf(mesh, vertex)], color));
    return found;
  };

  // Lights up what a place belongs to: a face or a vertex, the parts of its own record, else all that are made from a record
  // above it. Returns how many parts are lit.
  const highlight = place => {
    const path = place && place.path, own = path ? meshes.filter(m => inside(path, ownOf(m))) : [];
    const lit = new Set(own.length > 0 || !path ? own : meshes.filter(m => pathsOf(m).some(p => inside(path, p) || inside(p, path))));
    for (const old of extras.children.filter(c => c.userData.of === 'chosen')) extras.remove(old);
    for (const mesh of path && place.off !== undefined ? meshes : [])
      for (const mark of exactly(mesh, place, options.colors.chosen)) { mark.userData.of = 'chosen'; mark.renderOrder = 1; extras.add(mark); }
    for (const m of meshes) {
      m.material.emissive.set(lit.has(m) ? options.colors.chosen : 0x000000);
      m.material.emissiveIntensity = 0.45;
    }
    draw();
    return lit.size;
  };
  let down = null;
  renderer.domElement.addEventListener('pointerdown', e => { down = [e.clientX, e.clientY]; });
  renderer.domElement.addEventListener('pointerup', e => {
    if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
    const area = renderer.domElement.getBoundingClientRect(), ray = new Raycaster();
    ray.setFromCamera(new Vector2((e.clientX - area.left) / area.width * 2 - 1, 1 - (e.clientY - area.top) / area.height * 2), camera);
    const hit = ray.intersectObjects(meshes.filter(m => m.visible), false)[0];
    if (!hit) return;
    const {triangles} = hit.object.userData.origin, off = byteOf(triangles, hit.faceIndex);
    const place = off === null ? {path: ownOf(hit.object)} : {path: triangles.path, stream: triangles.stream, off, size: 1};
    highlight(place);
    options.picked(place);
  });

  controls.addEventListener('change', draw);
  const watch = new ResizeObserver(fit);
  watch.observe(host);

  new GLTFLoader().parse(bytes, '', gltf => {
    if (over) return;
    loaded = gltf;
    scenes = gltf.scenes;
    clips = gltf.animations;
    if (clips.length > 0) mixer = new AnimationMixer(gltf.scene);
    options.scenes(scenes.map((s, i) => s.name || 'scene ' + i));
    pick(Math.max(0, scenes.indexOf(gltf.scene)));
  }, error => options.told({error: String(error && error.message || error)}));

  return {
    home, turn, zoom, pick, turnOn, highlight,
    close() {
      over = true;
      watch.disconnect();
      controls.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      renderer.domElement.remove();
    },
  };
}

globalThis.a3dlint3d = {open};
