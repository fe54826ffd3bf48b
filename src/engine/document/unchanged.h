/* unchanged.h - what a document has in common with the one that it was copied from, as far as somebody knows */
#ifndef A3D_ENGINE_DOCUMENT_UNCHANGED_H
#define A3D_ENGINE_DOCUMENT_UNCHANGED_H

#include "model/doc.h"

/* A document may have a watcher: whoever copied it and knows which of its records are still as they were. Such a record is
 * written as it stands in its stream, and nothing in it has to be brought into line. Without a watcher (a3d_doc.watcher is
 * NULL) every record counts as changed. */
typedef struct a3d_watcher {
    /* Finds out what was changed until now. */
    void (*look)(a3d_doc *doc);
    /* Takes a node for changed. */
    void (*mark)(a3d_doc *doc, uint32_t node);
    /* Whether a record, to which a walk over the document has come, is known to be as it was, and is of a type whose bytes
     * nothing outside of it explains. */
    bool (*record)(const a3d_doc *doc, uint32_t record);
    /* Whether all elements of a list are. */
    bool (*elements)(const a3d_doc *doc, uint32_t list);
    /* Whether each presence bit is known to be as it was. */
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
