// page-3d.mjs - the 3D view of the triage page: what could be read of a file, as GLB, with its damaged parts marked
//
// `make page` bundles this with three.js. The page calls a3dlint3d.open.
import {
  AmbientLight, Box3, Color, DirectionalLight, DoubleSide, EdgesGeometry, LineBasicMaterial, LineSegments,
  MeshStandardMaterial, PerspectiveCamera, Scene, Sphere, Vector3, WebGLRenderer,
} from 'three';
import {GLTFLoader} from 'three/examples/jsm/loaders/GLTFLoader.js';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';

const inside = (path, outer) => outer !== undefined && outer !== '' && (path === outer || path.startsWith(outer + '.') || path.startsWith(outer + '['));

// The paths of the records from which a part and the nodes above it were made.
function pathsOf(mesh) {
  const paths = [mesh.geometry.userData.path, mesh.material.userData && mesh.material.userData.path, mesh.userData.path];
  for (let o = mesh.parent; o; o = o.parent) paths.push(o.userData.path);
  return paths.filter(path => path);
}

// A part is damaged when its own record has a finding, or when a record above it has one that is in none of the parts.
// A part whose record refers to a damaged record is damaged, too.
function mark(meshes, damaged, reached) {
  const own = new Map(meshes.map(m => [m, m.geometry.userData.path || m.userData.path || '']));
  return meshes.filter(m => damaged.some(path => {
    if (inside(path, own.get(m))) return true;
    const elsewhere = meshes.some(other => inside(path, own.get(other)));
    return !elsewhere && pathsOf(m).some(p => inside(path, p));
  }) || reached.some(path => inside(own.get(m), path)));
}

// Sound parts are transparent, so that damaged ones can be seen through them.
function dress(mesh, color, bad, glass) {
  const position = mesh.geometry.getAttribute('position');
  for (let i = 0; position && i < position.array.length; i++) if (!Number.isFinite(position.array[i])) position.array[i] = 0;
  if (!mesh.geometry.getAttribute('normal')) mesh.geometry.computeVertexNormals();
  mesh.material = new MeshStandardMaterial({color, roughness: 0.75, metalness: 0.05, side: DoubleSide,
    transparent: glass, opacity: glass ? 0.4 : 1, depthWrite: !glass, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1});
  const lines = new LineSegments(new EdgesGeometry(mesh.geometry, bad ? 12 : 25), new LineBasicMaterial({color: bad ? 0xffffff : 0x000000, transparent: true, opacity: bad ? 0.8 : 0.25}));
  mesh.add(lines);
}

// Draws a GLB (bytes) into an element (host). Options: damaged and reached are arrays of paths, sound and bad are
// colours; scenes is called with the names of the scenes; told is called with {parts, damaged} for each scene that is
// drawn, or with {error}. Returns the methods that control the view. Throws when the browser cannot draw 3D.
function open(host, bytes, options) {
  const renderer = new WebGLRenderer({antialias: true, alpha: true, preserveDrawingBuffer: true});
  const scene = new Scene(), camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  const controls = new OrbitControls(camera, renderer.domElement);
  const sun = new DirectionalLight(0xffffff, 2.2);
  const box = new Box3(), sphere = new Sphere(new Vector3(), 1);
  let over = false, wires = false, meshes = [], scenes = [], shown = null;
  scene.add(new AmbientLight(0xffffff, 1.3), sun);
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
  const pick = n => {
    if (shown) scene.remove(shown);
    shown = scenes[n];
    meshes = [];
    shown.updateMatrixWorld(true);
    shown.traverse(o => { if (o.isMesh) meshes.push(o); });
    const bad = new Set(mark(meshes, options.damaged, options.reached));
    for (const mesh of meshes) if (!mesh.userData.dressed) dress(mesh, new Color(bad.has(mesh) ? options.bad : options.sound), bad.has(mesh), bad.size > 0 && !bad.has(mesh));
    for (const mesh of meshes) { mesh.userData.dressed = true; mesh.material.wireframe = wires; }
    scene.add(shown);
    box.setFromObject(shown);
    if (box.isEmpty() || !Number.isFinite(box.getBoundingSphere(sphere).radius)) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    box.getBoundingSphere(sphere);
    if (!(sphere.radius > 0)) sphere.radius = 1;
    fit();
    home();
    options.told({parts: meshes.length, damaged: bad.size});
  };
  controls.addEventListener('change', draw);
  const watch = new ResizeObserver(fit);
  watch.observe(host);

  new GLTFLoader().parse(bytes, '', gltf => {
    if (over) return;
    scenes = gltf.scenes;
    options.scenes(scenes.map((s, i) => s.name || 'scene ' + i));
    pick(Math.max(0, scenes.indexOf(gltf.scene)));
  }, error => options.told({error: String(error && error.message || error)}));

  return {
    home, turn, zoom, pick,
    wires() {
      wires = !wires;
      for (const m of meshes) m.material.wireframe = wires;
      draw();
      return wires;
    },
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
