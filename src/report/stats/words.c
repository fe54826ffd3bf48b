/* words.c - see words.h */
#include "report/stats/words.h"
#include "engine/document/flat.h"

#include <string.h>

typedef enum how {
    EACH,   /* every record of the type is one */
    VALUE,  /* the value of a field */
    LENGTH, /* the elements of a list */
    FILLED, /* one when a list has elements */
    THIRDS, /* three elements of a list are one */
    SIDES,  /* a field holds the corners of a polygon, of which triangles are made */
    STRIPS, /* the same for each value of an array */
    SHARED  /* a field names, by position among all objects from 1 on, the object whose elements they are */
} how;

typedef struct meaning {
    const char *format, *record, *field;
    a3d_word word;
    how how;
} meaning;

static const meaning meanings[] = {
    {"a3d1", "Object", "surfaces", A3D_MESHES, FILLED},
    {"a3d1", "Surface", "numTriangles", A3D_TRIANGLES, VALUE},
    {"a3d1", "VertexBuffer", "vertexCount", A3D_VERTICES, VALUE},
    {"a3d1", "Material", NULL, A3D_MATERIALS, EACH},
    {"a3d1", "Image", NULL, A3D_IMAGES, EACH},
    {"a3d2", "Mesh", NULL, A3D_MESHES, EACH},
    {"a3d2", "Skin", NULL, A3D_MESHES, EACH},
    {"a3d2", "Decal", NULL, A3D_MESHES, EACH},
    {"a3d2", "Surface", "numTriangles", A3D_TRIANGLES, VALUE},
    {"a3d2", "VertexBuffer", "vertexCount", A3D_VERTICES, VALUE},
    {"a3d2", "Material", NULL, A3D_MATERIALS, EACH},
    {"a3d2", "Image", NULL, A3D_IMAGES, EACH},
    {"a3d2", "JointBindTransform", NULL, A3D_BONES, EACH},
    {"a3d2", "Track", NULL, A3D_TRACKS, EACH},
    {"tanki", "Mesh", NULL, A3D_MESHES, EACH},
    {"tanki", "Mesh", "vertexCount", A3D_VERTICES, VALUE},
    {"tanki", "Submesh", "indices", A3D_TRIANGLES, THIRDS},
    {"tanki", "Material", NULL, A3D_MATERIALS, EACH},
    {"tanki", "Material", "diffuseMap", A3D_IMAGES, FILLED},
    {"m3g", "Mesh", NULL, A3D_MESHES, EACH},
    {"m3g", "MorphingMesh", NULL, A3D_MESHES, EACH},
    {"m3g", "SkinnedMesh", NULL, A3D_MESHES, EACH},
    {"m3g", "TriangleStripArray", "stripLengths", A3D_TRIANGLES, STRIPS},
    {"m3g", "VertexBuffer", "positions", A3D_VERTICES, SHARED},
    {"m3g", "Material", NULL, A3D_MATERIALS, EACH},
    {"m3g", "Image2D", NULL, A3D_IMAGES, EACH},
    {"m3g", "TransformReference", NULL, A3D_BONES, EACH},
    {"m3g", "AnimationTrack", NULL, A3D_TRACKS, EACH},
    {"odol", "Lod", NULL, A3D_MESHES, EACH},
    {"odol", "Face", "corners", A3D_TRIANGLES, SIDES},
    {"odol", "Lod", "positions", A3D_VERTICES, LENGTH},
    {"odol", "Material", NULL, A3D_MATERIALS, EACH},
    {"odol", "Texture", NULL, A3D_IMAGES, EACH},
    {"odol", "Bone", NULL, A3D_BONES, EACH},
    {"odol", "AnimationClass", NULL, A3D_TRACKS, EACH},
};

const char *a3d_word_name(a3d_word word)
{
    static const char *const names[A3D_WORDS] = {"meshes", "triangles", "vertices", "materials", "images", "bones", "tracks"};
    return names[word];
}

const char *a3d_word_for(a3d_word word, uint64_t n)
{
    static const char *const single[A3D_WORDS] = {"mesh", "triangle", "vertex", "material", "image", "bone", "track"};
    return n == 1 ? single[word] : a3d_word_name(word);
}

bool a3d_has_word(const a3d_format *format, a3d_word word)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].word == word && strcmp(meanings[i].format, format->name) == 0)
            return true;
    return false;
}

static unsigned slot_named(const a3d_record *type, const char *name)
{
    unsigned slot = 0;
    while (slot < type->n_rows && (name == NULL || strcmp(type->rows[slot].name, name) != 0))
        slot++;
    return slot;
}

/* A document, and the nodes of its objects by position. */
typedef struct counter {
    const a3d_doc *doc;
    uint32_t *objects;
    size_t n;
} counter;

static uint64_t positive(int64_t value)
{
    return value > 0 ? (uint64_t)value : 0;
}

/* The vertices of the object at a position. */
static uint64_t shared(const counter *c, int64_t position)
{
    if (position < 1 || (uint64_t)position > c->n)
        return 0;
    uint32_t object = c->objects[position - 1];
    unsigned slot = slot_named(a3d_record_type(c->doc, object), "body");
    if (slot >= a3d_at(c->doc, object)->v.at.count)
        return 0;
    uint32_t body = a3d_field(c->doc, object, slot);
    const a3d_record *type = a3d_at(c->doc, body)->state == A3D_PRESENT ? a3d_record_type(c->doc, body) : NULL;
    slot = type != NULL ? slot_named(type, "vertexCount") : 0;
    return type != NULL && slot < type->n_rows ? positive(a3d_value(c->doc, body, slot)) : 0;
}

/* Objects stand in the lists of the sections; their nodes are in the order of the file. */
static void collect_objects(counter *c)
{
    size_t cap = 0;
    for (uint32_t i = 0; i < c->doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(c->doc, i);
        const a3d_record *type = node->row == &a3d_row_element ? a3d_record_type(c->doc, i) : NULL;
        if (type == NULL || strcmp(type->name, "Object") != 0)
            continue;
        uint32_t *objects = a3d_grow(c->doc->arena, c->objects, &cap, c->n + 1, sizeof *objects);
        if (objects == NULL)
            return;
        c->objects = objects;
        objects[c->n++] = i;
    }
}

/* ---- counting ---- */

static uint64_t triangles(int64_t corners)
{
    return corners > 2 ? (uint64_t)corners - 2 : 0;
}

static uint64_t strips(const a3d_doc *doc, const a3d_node *array)
{
    uint32_t stream, off;
    uint64_t sum = 0;
    const uint8_t *p = a3d_content(doc, array, &stream, &off);
    for (uint32_t i = 0; p != NULL && i < a3d_stored_count(array); i++)
        sum += triangles((int64_t)(uint32_t)a3d_load_type(p + 4 * (size_t)i, A3D_U32, doc->format->big_endian));
    return sum;
}

static uint64_t of_record(const counter *c, uint32_t record, const a3d_record *type, const meaning *m)
{
    const a3d_doc *doc = c->doc;
    unsigned slot = slot_named(type, m->field);
    if (slot == type->n_rows)
        return m->how == EACH;
    const a3d_node *field = a3d_at(doc, a3d_field(doc, record, slot));
    if (field->state != A3D_PRESENT)
        return 0;
    switch (m->how) {
    case VALUE: return positive(field->v.i);
    case LENGTH: return field->v.at.count;
    case FILLED: return field->v.at.count > 0;
    case THIRDS: return field->v.at.count / 3;
    case SIDES: return triangles(field->v.i);
    case STRIPS: return strips(doc, field);
    default: return shared(c, field->v.i);
    }
}

typedef struct sum {
    const a3d_row *row;
    const meaning *meaning;
    bool big;
    uint64_t all;
} sum;

static int add_leaf(void *user, const a3d_leaf *leaf)
{
    sum *s = user;
    if (leaf->rows[0] != s->row || leaf->shape->kind != A3D_SCALAR)
        return 0;
    int64_t value = a3d_load_type(leaf->data, leaf->shape->type, s->big);
    s->all += s->meaning->how == SIDES ? triangles(value) : positive(value);
    return 0;
}

/* Elements without nodes: only what their scalars say. */
static uint64_t of_elements(const a3d_doc *doc, uint32_t list, const a3d_record *type, const meaning *m)
{
    const a3d_node *node = a3d_at(doc, list);
    uint32_t count = a3d_stored_count(node), stream, off;
    unsigned slot = slot_named(type, m->field);
    if (slot == type->n_rows)
        return count; /* each is one */
    sum s = {&type->rows[slot], m, doc->format->big_endian, 0};
    const uint8_t *p = a3d_content(doc, node, &stream, &off);
    uint32_t left = p != NULL ? doc->streams[stream].size - off : 0;
    for (uint32_t i = 0; i < count && p != NULL; i++) {
        int64_t size = a3d_flat_element(doc, list, type, p, left, add_leaf, &s);
        if (size < 0)
            break;
        p += size;
        left -= (uint32_t)size;
    }
    return s.all;
}

void a3d_count_words(const a3d_doc *doc, uint64_t words[A3D_WORDS])
{
    counter c = {doc, NULL, 0};
    memset(words, 0, A3D_WORDS * sizeof *words);
    if (strcmp(doc->format->name, "m3g") == 0)
        collect_objects(&c);
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state != A3D_PRESENT)
            continue;
        const a3d_record *type = node->flat ? a3d_shape_of(node)->record : a3d_record_type(doc, i);
        for (size_t k = 0; type != NULL && k < sizeof meanings / sizeof *meanings; k++) {
            const meaning *m = &meanings[k];
            if (strcmp(m->record, type->name) == 0 && strcmp(m->format, doc->format->name) == 0)
                words[m->word] += node->flat ? of_elements(doc, i, type, m) : of_record(&c, i, type, m);
        }
    }
    if (c.objects != NULL)
        a3d_block_resize(doc->arena, c.objects, 0);
}
