# ci/wasm.mk: the library as WebAssembly, for the packages of JavaScript. Included by the Makefile.
#
# clang, lld and wasi-libc of Debian; zlib from the source of Debian's package, which `ci/deps wasm` unpacks. The module
# has no `main`: whoever loads it calls `_initialize` and then the functions of src/a3dlint.h.

wasm_ZLIB  := build/sysroot/wasm32/zlib
wasm_CC    := $(CLANG) --target=wasm32-wasi
wasm_FLAGS := -O2 -msimd128 -isystem $(wasm_ZLIB)
# The stack comes first in memory: one that grows too large traps instead of overwriting data.
wasm_LINK  := -Wl,-z,stack-size=8388608 -Wl,--stack-first -Wl,--strip-all

build/wasm/flags: | $(wasm_ZLIB)/zlib.h
$(wasm_ZLIB)/zlib.h:
	@ci/deps wasm

wasm_ZLIB_OBJECTS := $(patsubst %,build/wasm/zlib/%.o,adler32 crc32 deflate trees zutil)
$(wasm_ZLIB_OBJECTS): build/wasm/zlib/%.o: $(wasm_ZLIB)/%.c build/wasm/flags
	@mkdir -p $(@D)
	@$(say_cc)
	$(Q)$(wasm_CC) $(wasm_FLAGS) -w -c $< -o $@

# Public functions, and those by which a caller without pointers of its own gets memory.
wasm_EXPORTS = malloc free $(shell tr '\050' '\n' < src/a3dlint.h | sed -n 's/^A3DLINT_API .*[ *]\(a3dlint_[a-z_]*\)$$/\1/p')

build/wasm/a3dlint.wasm: $(wasm_LIBRARY) $(wasm_ZLIB_OBJECTS) src/a3dlint.h build/wasm/sources
	@$(say_ld)
	$(Q)$(wasm_CC) $(wasm_FLAGS) -mexec-model=reactor $(wasm_LINK) $(addprefix -Wl$(comma)--export=,$(wasm_EXPORTS)) \
	    $(wasm_LIBRARY) $(wasm_ZLIB_OBJECTS) -o $@

build/npm.built: build/wasm/a3dlint.wasm ci/npm ci/npm-types.mjs $(wildcard packages/npm/*.*) $(wildcard docs/*.schema.json) LICENSE
	@ci/npm build/npm
	@touch $@
