/* commands.h - what the harness of the commands is made of; see fuzz_commands.c. */
#ifndef A3D_HARNESSES_COMMANDS_H
#define A3D_HARNESSES_COMMANDS_H

#include "lint/lint.h"
#include "engine/decode/decode.h"
#include "engine/generate/random.h"

typedef struct command_run {
    a3d_arena *arena;
    const uint8_t *data;
    size_t size;
    a3d_random random; /* what is chosen */
    unsigned turn;     /* of the turns that an input gets; every other one has more work to spend */
} command_run;

/* FNV-1a. */
uint64_t command_hash(const uint8_t *data, size_t size);
bool command_flip(command_run *c);
uint32_t command_below(command_run *c, uint32_t n);

/* Enough for any sound file of this size; little enough for many inputs. */
a3d_limits command_limits(const command_run *c, size_t size);

/* Judges bytes under choices of their own, as `format` or NULL: as what they are. NULL without memory. */
const a3d_result *command_judge(command_run *c, const uint8_t *data, size_t size, const a3d_format *format);

/* Writes every form of report, with baselines, levels and interruptions. */
void command_reports(command_run *c, const a3d_result *result);

/* Dumps, and hex of all or of what a path, an offset or a finding names. */
void command_views(command_run *c, const a3d_result *result);

/* Judges the input through a3dlint.h, and asks for all that it can tell. */
void command_public(command_run *c);

#endif
