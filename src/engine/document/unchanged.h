/* unchanged.h - which parts of a copied document are known to be unchanged */
#ifndef A3D_ENGINE_DOCUMENT_UNCHANGED_H
#define A3D_ENGINE_DOCUMENT_UNCHANGED_H

#include "model/doc.h"

/* The watcher of a document knows which of its records are as they were when it was copied. Such a record is written
 * with the bytes of its stream, and nothing in it has to be normalized. Without a watcher (a3d_doc.watcher is NULL)
 * every record counts as changed. */
typedef struct a3d_watcher {
    /* Finds out what has changed so far. */
    void (*look)(a3d_doc *doc);
    /* Marks a node as changed. */
    void (*mark)(a3d_doc *doc, uint32_t node);
    /* Whether a record that a walk over the document has reached is unchanged, and its type is one whose bytes depend
     * on nothing outside of the record. */
    bool (*record)(const a3d_doc *doc, uint32_t record);
    /* Whether this holds for all elements of a list. */
    bool (*elements)(const a3d_doc *doc, uint32_t list);
    /* Whether every presence bit is unchanged. */
    bool (*bits)(const a3d_doc *doc);
} a3d_watcher;

static inline void a3d_look_for_changes(a3d_doc *doc)
{
    if (doc->watcher != NULL)
        doc->watcher->look(doc);
}

static inline void a3d_mark_changed(a3d_doc *doc, uint32_t node)
{
    if (doc->watcher != NULL)
        doc->watcher->mark(doc, node);
}

static inline bool a3d_is_unchanged(const a3d_doc *doc, uint32_t record)
{
    return doc->watcher != NULL && doc->watcher->record(doc, record);
}

static inline bool a3d_elements_unchanged(const a3d_doc *doc, uint32_t list)
{
    return doc->watcher != NULL && doc->watcher->elements(doc, list);
}

static inline bool a3d_bits_unchanged(const a3d_doc *doc)
{
    return doc->watcher != NULL && doc->watcher->bits(doc);
}

#endif
