# ci/wasm.mk: the library as WebAssembly, for the packages of JavaScript. Included by the Makefile.
#
# clang, lld and wasi-libc of Debian; zlib from the source of Debian's package, which `ci/deps wasm` unpacks. The module
# has no `main`: whoever loads it calls `_initialize` and then the functions of src/a3dlint.h.

wasm_ZLIB  := build/sysroot/source/zlib
wasm_CC    := $(CLANG) --target=wasm32-wasi
wasm_FLAGS := -O2 -msimd128 -isystem $(wasm_ZLIB) -isystem src/os/wasi
# The stack comes first in memory: one that grows too large traps instead of overwriting data.
wasm_LINK  := -Wl,-z,stack-size=8388608 -Wl,--stack-first -Wl,--strip-all

build/wasm/flags: | $(wasm_ZLIB)/zlib.h
$(wasm_ZLIB)/zlib.h:
	@ci/deps wasm
	@test -f $@ || { echo 'wasm: the source of zlib is missing ($(wasm_ZLIB)); DEPS=0 forbids to fetch it: run ci/deps wasm once' >&2; exit 1; }

wasm_ZLIB_PARTS   := adler32 crc32 deflate trees zutil
wasm_ZLIB_OBJECTS := $(wasm_ZLIB_PARTS:%=build/wasm/zlib/%.o)
$(wasm_ZLIB_PARTS:%=$(wasm_ZLIB)/%.c): | $(wasm_ZLIB)/zlib.h ;
$(wasm_ZLIB_OBJECTS): build/wasm/zlib/%.o: $(wasm_ZLIB)/%.c build/wasm/flags
	@mkdir -p $(@D)
	@$(say_cc)
	$(Q)$(wasm_CC) $(wasm_FLAGS) -w -c $< -o $@

# Public functions, and those by which a caller without pointers of its own gets memory.
wasm_EXPORTS = malloc free $(shell tr '\050' '\n' < src/a3dlint.h | sed -n 's/^A3DLINT_API .*[ *]\(a3dlint_[a-z_]*\)$$/\1/p')

# The library asks the system for nothing.
wasm_MODULE := $(filter-out build/wasm/src/os/%,$(wasm_LIBRARY))
build/wasm/a3dlint.wasm: $(wasm_MODULE) $(wasm_ZLIB_OBJECTS) src/a3dlint.h build/wasm/sources ci/wasm.mk
	@$(say_ld)
	$(Q)$(wasm_CC) $(wasm_FLAGS) -mexec-model=reactor $(wasm_LINK) $(addprefix -Wl$(comma)--export=,$(wasm_EXPORTS)) \
	    $(wasm_MODULE) $(wasm_ZLIB_OBJECTS) -o $@

# Headers of the system are not among the dependencies that the compiler lists.
$(filter build/wasm/src/cli/% build/wasm/src/os/%,$(wasm_OBJECTS)): $(wildcard src/os/wasi/*.h src/os/wasi/sys/*.h)

# The program, which needs a system of files: WASI, whose lacks src/os/wasi makes up for.
build/wasm/a3dlint-cli.wasm: $(wasm_OBJECTS) $(wasm_ZLIB_OBJECTS) build/wasm/sources ci/wasm.mk
	@$(say_ld)
	$(Q)$(wasm_CC) $(wasm_FLAGS) $(wasm_LINK) $(wasm_OBJECTS) $(wasm_ZLIB_OBJECTS) -o $@

build/npm.built: build/wasm/a3dlint.wasm build/wasm/a3dlint-cli.wasm ci/npm ci/npm-types.mjs $(wildcard packages/npm/*.*) $(wildcard src/page/*) $(wildcard docs/*.schema.json) LICENSE
	@ci/npm build/npm
	@touch $@

build/wasm/native: bench/wasm/native.c build/liba3dlint.a
	@$(say_ld)
	$(Q)$(CC) $(release_FLAGS) $(BASE) $(LDFLAGS) $^ $(release_LIBS) -o $@
