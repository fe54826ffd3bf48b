# a3dlint. `make help` lists the targets; nothing is generated at build time.
#
# Each variant (release, san, m32, ...) has its objects in build/VARIANT/, the
# program at build/VARIANT/a3dlint and its unit tests in build/VARIANT/unit/.

CC      ?= cc
CLANG   ?= clang
MINGW   ?= x86_64-w64-mingw32-
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
DESTDIR ?=
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR  ?= $(DATADIR)/man
VERSION := $(shell ci/version)
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
OBJCOPY ?= objcopy
ENGINE  ?= replay
SAN     ?= address,undefined
export DEPS SKIP
Q       := $(if $(V),,@)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# No folder of the machine that builds stands in what is built.
BASE     := -std=c11 -Isrc $(WARNINGS) -ffp-contract=off -ffile-prefix-map="$(CURDIR)=."
ifeq ($(WERROR),1)
BASE     += -Werror
endif
LIBS     := -lz -lpthread
ASAN     := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# The mutator belongs to the harnesses: the program and the library do without it.
MUTATE  := $(sort $(wildcard src/engine/mutate/*.c))
SOURCES := $(filter-out $(MUTATE),$(sort $(shell find src -name '*.c')))
UNITS   := $(sort $(wildcard tests/unit/*.c))
# What must hold of any input: linked with the harnesses and with the tests.
JUDGE   := $(sort $(wildcard harnesses/judge*.c))
SUPPORT := $(sort $(wildcard tests/support/*.c)) $(JUDGE)
FORMATS := $(shell ci/formats)
# One source makes the harness of each format.
FUZZERS := $(sort $(filter-out %/fuzz_format.c,$(wildcard harnesses/fuzz_*.c)) $(FORMATS:%=harnesses/fuzz_%.c))
# The example loaders, watched: a second opinion on each file.
SECOND  := $(sort $(wildcard harnesses/second*.c)) harnesses/loaders/rooms.c
# What engines load.
MUTATOR_PARTS := $(sort $(wildcard harnesses/mutator*.c))
# What harnesses share.
AVOID   := harnesses/avoid.c harnesses/avoid_look.c harnesses/each.c
SHARED  := $(JUDGE) $(sort $(wildcard harnesses/family*.c harnesses/commands*.c)) harnesses/pool.c $(AVOID) harnesses/places.c \
           harnesses/reach.c harnesses/codecs.c harnesses/naive.c $(SECOND)
BENCHES := $(sort $(wildcard bench/*.c))

# V=1 shows whole commands instead.
say_cc = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),:,echo '  cc  $<')
say_ld = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),:,echo '  ld  $@')

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: pins slow site all debug help tables quickstart test corpus harness coverage bench bench-accept measure branches suggestions mutants docs golden goldens check hooks layers dictionaries seeds measure-files measure-report \
        oneline lib wasm npm web python bench-wasm page install uninstall deb dist clean distclean FORCE

all: build/a3dlint

# ---- variants -------------------------------------------------------------
# For each: compiler, flags, libraries. Libraries of the foreign machines are
# unpacked into build/sysroot by `ci/deps test`.

SYSROOT   := build/sysroot
foreign    = -I$(SYSROOT)/$(1)/usr/include
foreign_so = -L$(SYSROOT)/$(1)/usr/lib/$(2) -Wl,-rpath,"$(CURDIR)/$(SYSROOT)/$(1)/usr/lib/$(2)"

release_CC    := $(CC)
release_FLAGS := $(CFLAGS) -DA3D_WITH_SANDBOX
release_LIBS  := $(LIBS)
# At a fixed place the tables are pages of the file, as they are; else each start writes all their pointers anew, which
# takes longer than a small file. RELEASE_LINK=-pie for a program that is loaded anywhere, as the Debian package is.
RELEASE_LINK  ?= $(if $(filter Linux,$(shell uname -s)),-no-pie)
release_LINK  := $(RELEASE_LINK)

# Of the library as a shared object: only what src/a3dlint.map names is seen from outside.
shared_CC    := $(CC)
shared_FLAGS := $(release_FLAGS) -fPIC -fvisibility=hidden
shared_LIBS  := $(LIBS)

# gcc has ASan watch each descriptor of UBSan as a global variable, and links both as shared objects: then a check of a
# small file takes twice as long, and tests start the program many thousand times. clang does neither, and its builds of
# the harnesses watch global variables; UBSan watches the bounds of arrays in both. Reports name functions and lines, for
# which -g1 is enough; with -g it takes a third longer to compile.
by_gcc = $(if $(findstring clang,$(shell $(CC) --version)),,$1)
san_CC    := $(CC)
san_FLAGS := -O1 -g1 -DA3D_ASSERTIONS $(ASAN) $(call by_gcc,--param asan-globals=0)
san_LIBS  := $(LIBS)
san_LINK  := $(RELEASE_LINK) $(call by_gcc,$(if $(filter /%,$(shell $(CC) -print-file-name=libasan.a)),-static-libasan -static-libubsan))

# For a debugger, and with the traces of src/engine/decode/trace.h: docs/debugging.md.
debug_CC    := $(CC)
debug_FLAGS := -O0 -g3 -DA3D_DEBUG -DA3D_ASSERTIONS
debug_LIBS  := $(LIBS)

# As the harnesses of ENGINE=coverage, so that both count the same.
cov_CC    := $(CLANG)
cov_FLAGS := -O1 -g -DA3D_COVERAGE -fprofile-instr-generate -fcoverage-mapping
cov_LIBS  := $(LIBS)

# Foreign machines: without what a debugger reads, which nobody asks for there. <asm/...> of a 64-bit Debian is not on the path of -m32.
m32_CC    := gcc
m32_FLAGS := -m32 -O2 -Wno-psabi $(call foreign,i386) -idirafter /usr/include/x86_64-linux-gnu
m32_LIBS  := $(call foreign_so,i386,i386-linux-gnu) -l:libz.a -lpthread

s390x_CC    := s390x-linux-gnu-gcc
s390x_FLAGS := -O2 $(call foreign,s390x)
s390x_LIBS  := $(call foreign_so,s390x,s390x-linux-gnu) -l:libz.a -lpthread

# Formats are checked where the C library is that of the system; here printf() is that of mingw-w64, which has %zu.
windows_CMOCKA_SOURCE := build/sysroot/source/cmocka
windows_CC     := $(MINGW)gcc
windows_FLAGS  := -std=gnu11 -O2 -D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 -Wno-format -Wno-float-conversion \
                  -isystem $(windows_CMOCKA_SOURCE)/include
windows_LIBS   := -l:libz.a -lshell32
windows_LINK   := -static -Wl,--no-insert-timestamp
windows_CMOCKA := build/windows/cmocka.o
# The compiler adds it to a name without a suffix.
windows_EXE    := .exe

include ci/linux.mk

VARIANTS := release debug shared san cov m32 s390x wasm windows linux-x86_64 linux-aarch64

# A stamp holds the text it was made from, and is rewritten only when that text
# changes: other flags compile again, another list of sources links again.
# Objects that were compiled with -Werror too serve those who ask for no such thing.
stamped = $(strip $(filter-out -Werror,$(1)) $(filter -Werror,$(1)))
define stamp
	@mkdir -p $(@D)
	@echo '$(stamped)' | cmp -s - $@ || echo '$(stamped) -Werror' | cmp -s - $@ || echo '$(stamped)' > $@
endef

# Of the command line: readers of its own files, which print nothing, so that they can be fuzzed, too; and what else has
# unit tests.
CLI_READERS := cache/image config/exclude config/ini config/read input/git_config input/ignore_list input/paths options/names
UNITS_CLI   := $(CLI_READERS) archive/archive archive/pbo archive/zip archive/zip_gaps archive/zip_list cache/git \
               cache/keep cache/keys input/files jobs/memory jobs/unread options/habits options/library \
               output/complain output/progress output/write

define variant
$(1)_OBJECTS := $$(SOURCES:%.c=build/$(1)/%.o)
$(1)_LIBRARY := $$(filter-out build/$(1)/src/cli/% build/$(1)/src/os/%,$$($(1)_OBJECTS))
# What the unit tests need besides the library: also src/os, which is tested in part, and parts of the command line.
$(1)_SUPPORT := $$(SUPPORT:%.c=build/$(1)/%.o) $$(MUTATE:%.c=build/$(1)/%.o) \
    $$(filter build/$(1)/src/os/% $$(UNITS_CLI:%=build/$(1)/src/cli/%.o),$$($(1)_OBJECTS))
$(1)_UNITS   := $$(UNITS:tests/unit/%.c=build/$(1)/unit/%)

build/$(1)/flags: FORCE
	$$(call stamp,$$($(1)_CC) $$(BASE) $$(CPPFLAGS) $$($(1)_FLAGS))
build/$(1)/sources: FORCE
	$$(call stamp,$$(SOURCES) $$(SUPPORT) $$(UNITS) $$($(1)_LIBS) $$($(1)_LINK) $$(LDFLAGS))

build/$(1)/%.o: %.c build/$(1)/flags
	@mkdir -p $$(@D)
	@$$(say_cc)
	$$(Q)$$($(1)_CC) $$(BASE) $$(CPPFLAGS) $$($(1)_FLAGS) -MMD -MP -c $$< -o $$@

build/$(1)/a3dlint$($(1)_EXE): $$($(1)_OBJECTS) build/$(1)/sources
	@$$(say_ld)
	$$(Q)$$($(1)_CC) $$($(1)_FLAGS) $$($(1)_LINK) $$(LDFLAGS) $$($(1)_OBJECTS) $$($(1)_LIBS) -o $$@

# The unit tests are one program, so that src is linked once; the name that it is called by says which of them to run.
build/$(1)/tests/unit/%.o: tests/unit/%.c build/$(1)/flags
	@mkdir -p $$(@D)
	@$$(say_cc)
	$$(Q)$$($(1)_CC) $$(BASE) $$(CPPFLAGS) $$($(1)_FLAGS) -Dmain=main_$$* -MMD -MP -c $$< -o $$@

build/$(1)/tests/unit_main.o: tests/unit_main.c build/$(1)/flags build/$(1)/sources
	@mkdir -p $$(@D)
	@$$(say_cc)
	$$(Q)$$($(1)_CC) $$(BASE) $$(CPPFLAGS) $$($(1)_FLAGS) '-DUNITS=$$(patsubst tests/unit/%.c,UNIT(%),$$(UNITS))' -MMD -MP -c $$< -o $$@

$(1)_UNIT_OBJECTS := build/$(1)/tests/unit_main.o $$(UNITS:%.c=build/$(1)/%.o) $$($(1)_SUPPORT)
build/$(1)/units$($(1)_EXE): $$($(1)_UNIT_OBJECTS) $$($(1)_LIBRARY) build/$(1)/sources $$($(1)_CMOCKA)
	@$$(say_ld)
	$$(Q)$$($(1)_CC) $$($(1)_FLAGS) $$(LDFLAGS) $$($(1)_UNIT_OBJECTS) $$($(1)_LIBRARY) $$(or $$($(1)_CMOCKA),-lcmocka) $$($(1)_LIBS) -o $$@

build/$(1)/unit/%: build/$(1)/units$($(1)_EXE)
	@mkdir -p $$(@D)
	@ln -f $$< $$@ 2>/dev/null || cp $$< $$@

.PHONY: objects-$(1) units-$(1)
objects-$(1): $$($(1)_OBJECTS) $$(MUTATE:%.c=build/$(1)/%.o)
units-$(1): $$($(1)_UNITS)

# The codecs against zlib and liblzo2, which the program itself does not link.
$(1)_CODECS := $$(filter build/$(1)/src/codec/% build/$(1)/src/base/%,$$($(1)_OBJECTS))
build/$(1)/codec_control: build/$(1)/tests/codec_control.o $$($(1)_CODECS) build/$(1)/sources
	@$$(say_ld)
	$$(Q)$$($(1)_CC) $$($(1)_FLAGS) $$(LDFLAGS) $$< $$($(1)_CODECS) $$($(1)_LIBS) -llzo2 -o $$@

build/$(1)/inflate_control: build/$(1)/tests/inflate_control.o $$($(1)_CODECS) build/$(1)/sources
	@$$(say_ld)
	$$(Q)$$($(1)_CC) $$($(1)_FLAGS) $$(LDFLAGS) $$< $$($(1)_CODECS) $$($(1)_LIBS) -o $$@

# Damaged files against what must hold of any input.
$(1)_JUDGE := $$(JUDGE:%.c=build/$(1)/%.o)
build/$(1)/damage: build/$(1)/tests/damage.o $$($(1)_JUDGE) $$($(1)_LIBRARY) build/$(1)/sources
	@$$(say_ld)
	$$(Q)$$($(1)_CC) $$($(1)_FLAGS) $$(LDFLAGS) $$< $$($(1)_JUDGE) $$($(1)_LIBRARY) $$($(1)_LIBS) -o $$@

-include $$($(1)_OBJECTS:.o=.d) $$($(1)_SUPPORT:.o=.d) $$(UNITS:%.c=build/$(1)/%.d) build/$(1)/tests/unit_main.d \
         build/$(1)/tests/codec_control.d build/$(1)/tests/inflate_control.d build/$(1)/tests/damage.d
endef
$(foreach v,$(VARIANTS),$(eval $(call variant,$(v))))
include ci/wasm.mk
include ci/windows.mk

build/a3dlint: build/release/a3dlint
	@ln -f $< $@ 2>/dev/null || cp $< $@

build/liba3dlint.a: $(release_LIBRARY) build/release/sources
	@$(say_ld)
	@rm -f $@
	$(Q)$(AR) qcs $@ $(release_LIBRARY)

# Names and options of the linker; ci/install knows the names, too. Elsewhere only what src/a3dlint.map names is seen; on
# macOS, all that is not hidden.
MAJOR := $(firstword $(subst ., ,$(VERSION)))
ifeq ($(shell uname -s),Darwin)
DYNAMIC      := build/liba3dlint.$(VERSION).dylib
DYNAMIC_LINK  = -dynamiclib -Wl,-install_name,$(LIBDIR)/liba3dlint.$(MAJOR).dylib
else
DYNAMIC      := build/liba3dlint.so.$(VERSION)
DYNAMIC_LINK := -shared -Wl,-soname,liba3dlint.so.$(MAJOR) -Wl,--version-script=src/a3dlint.map
endif
$(DYNAMIC): $(shared_LIBRARY) src/a3dlint.map build/shared/sources
	@$(say_ld)
	$(Q)$(CC) $(shared_FLAGS) $(LDFLAGS) $(DYNAMIC_LINK) $(shared_LIBRARY) $(shared_LIBS) -o $@

debug: build/debug/a3dlint ## build/debug/a3dlint for a debugger; A3D_TRACE=1 shows what it reads (docs/debugging.md)

page: build/page/a3dlint-page-3d.js ## the 3D view of the triage page: three.js from npm, bundled for `make install`
build/page/a3dlint-page-3d.js: src/page/page-3d.mjs ci/page
	@ci/page $@

.PHONY: warnings
warnings: ## compile with -Werror: by CC, whose objects are those of the release, and by clang, which sees other faults
	@$(MAKE) --no-print-directory $(parallel) WERROR=1 build/a3dlint build/release/a3dbench
	@printf '%s\0' $(SOURCES) | xargs -0 -n 20 -P $(JOBS) $(CLANG) $(BASE) $(CPPFLAGS) -Werror -fsyntax-only

lib: build/liba3dlint.a $(DYNAMIC) ## the library, static and shared

wasm: ## the library as WebAssembly: build/wasm/a3dlint.wasm
	@ci/deps wasm
	@$(MAKE) --no-print-directory $(parallel) build/wasm/a3dlint.wasm

npm: ## the package of npm, with the library as WebAssembly: build/npm/a3dlint-VERSION.tgz
	@ci/deps wasm
	@$(MAKE) --no-print-directory $(parallel) build/npm.built

web: ## the page that checks files in the browser, as static files: build/web
	@ci/deps wasm
	@$(MAKE) --no-print-directory $(parallel) build/web.built
build/web.built: build/wasm/a3dlint-cli.wasm build/page/a3dlint-page-3d.js ci/web $(wildcard src/page/*.* src/page/web/*) src/cli/commands/page_parts.c
	@ci/web build/web
	@touch $@

python: ## the wheel of Python, with the shared library inside: build/python/a3dlint-VERSION-*.whl
	@ci/deps python
	@$(MAKE) --no-print-directory $(parallel) build/python.built
build/python.built: build/liba3dlint.so.$(VERSION) ci/python $(shell find packages/python -name '*.py' -o -name '*.md' -o -name '*.toml')
	@ci/python build/python
	@touch $@

bench-wasm: build/wasm/a3dlint.wasm build/wasm/native ## speed of the library as WebAssembly beside the native one, on FILES, or on some of the real files (A3D_ASSETS): reports/wasm.md
	@node bench/wasm/run.mjs $(or $(FILES),--report reports/wasm.md $(wildcard $(or $(A3D_ASSETS),../shared/assets)/*/*))

oneline: ## the build without a Makefile: one line of cc
	@mkdir -p build
	$(CC) -Isrc $$(find src -name '*.c' ! -path '*/mutate/*') -lz -lpthread -o build/oneline

# As a release compiles it, for every file that is C.
compile_commands.json: FORCE ## what editors and clang tools need: how each source is compiled
	@ci/compile-commands '$(release_CC) $(BASE) $(CPPFLAGS) $(release_FLAGS)' $(SOURCES) $(MUTATE) $(UNITS) $(SUPPORT) $(BENCHES) \
	    $(wildcard bench/wasm/*.c tests/*.c harnesses/*.c harnesses/loaders/*.c) > $@

# ---- harnesses ------------------------------------------------------------
# build/harness/ENGINE/NAME, objects apart for each ENGINE and SAN.

comma := ,
fuzz_DIR   := build/harness-objects/$(ENGINE)-$(subst $(comma),-,$(SAN))
fuzz_SAN   := $(if $(filter none,$(SAN)),,-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
fuzz_FLAGS := -O2 -g $(if $(filter coverage,$(ENGINE)),,-DA3D_ASSERTIONS) $(fuzz_SAN)
fuzz_LINK  :=
fuzz_MAIN  :=
fuzz_CC    := $(if $(filter memory,$(SAN)),$(CLANG),$(CC))
fuzz_ENGINE := $(filter libfuzzer afl cmplog,$(ENGINE))
ifeq ($(ENGINE),libfuzzer)
fuzz_CC    := $(CLANG)
# Tracing of compares takes half of the time and finds little that tables and mutator do not know.
fuzz_FLAGS += -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
fuzz_LINK  := -fsanitize=fuzzer
fuzz_MUTATOR := $(if $(filter 0,$(MUTATOR)),,build/harness/a3d_mutator.o)
else ifeq ($(ENGINE),afl)
fuzz_CC    := AFL_QUIET=1 afl-clang-fast
fuzz_MAIN  := build/harness/afl_main.o
else ifeq ($(ENGINE),cmplog)
fuzz_CC    := AFL_QUIET=1 AFL_LLVM_CMPLOG=1 afl-clang-fast
fuzz_MAIN  := build/harness/afl_main.o
else ifeq ($(ENGINE),coverage)
fuzz_CC    := $(CLANG)
fuzz_FLAGS += -DA3D_COVERAGE -fprofile-instr-generate -fcoverage-mapping -fno-omit-frame-pointer
# All of it in each target: code that none of them calls has to be seen as not reached.
fuzz_ALL   := -Wl,--whole-archive
fuzz_END   := -Wl,--no-whole-archive
fuzz_MAIN  := $(fuzz_DIR)/harnesses/replay_main.o
else ifeq ($(ENGINE),replay)
# The default has the objects of the tests with sanitizers.
fuzz_DIR   := $(if $(filter address$(comma)undefined,$(SAN)),build/san,$(fuzz_DIR))
fuzz_MAIN  := $(fuzz_DIR)/harnesses/replay_main.o
else
$(error ENGINE is libfuzzer, afl, cmplog, coverage or replay, not '$(ENGINE)')
endif
READERS := $(patsubst %,src/cli/%.c,baseline/read $(CLI_READERS))
ifeq ($(fuzz_DIR),build/san)
fuzz_FLAGS := $(san_FLAGS)
fuzz_LINK  := $(san_LINK)
fuzz_LIBS  :=
endif
fuzz_OBJECTS := $(patsubst %.c,$(fuzz_DIR)/%.o,$(filter-out src/cli/%,$(SOURCES)) $(MUTATE) $(READERS) $(SHARED))
# An archive, so that a target holds only the code that it uses.
fuzz_LIBRARY := $(fuzz_DIR)/parts.a
# Targets whose inputs are files, of which the mutator knows the structure; for libFuzzer it is linked with them.
fuzz_OF_FILES := $(FORMATS:%=fuzz_%) fuzz_a3dlint fuzz_commands fuzz_mutate
fuzz_TARGETS := $(FUZZERS:harnesses/%.c=build/harness/$(ENGINE)/%)

build/harness/$(ENGINE)/.link: FORCE
	$(call stamp,$(fuzz_CC) $(SOURCES) $(SHARED) $(fuzz_FLAGS) $(fuzz_LINK) $(fuzz_ALL) $(fuzz_MUTATOR) $(LDFLAGS))

ifneq ($(fuzz_DIR),build/san)
$(fuzz_DIR)/flags: FORCE
	$(call stamp,$(fuzz_CC) $(BASE) $(CPPFLAGS) $(fuzz_FLAGS))

$(fuzz_DIR)/%.o: %.c $(fuzz_DIR)/flags
	@mkdir -p $(@D)
	@$(say_cc)
	$(Q)$(fuzz_CC) $(BASE) $(CPPFLAGS) $(fuzz_FLAGS) -MMD -MP -c $< -o $@
endif

$(FORMATS:%=$(fuzz_DIR)/harnesses/fuzz_%.o): $(fuzz_DIR)/harnesses/fuzz_%.o: harnesses/fuzz_format.c $(fuzz_DIR)/flags
	@mkdir -p $(@D)
	@$(say_cc)
	$(Q)$(fuzz_CC) $(BASE) $(CPPFLAGS) $(fuzz_FLAGS) -DA3D_FUZZ_FORMAT=$* -MMD -MP -c $< -o $@

$(fuzz_LIBRARY): $(fuzz_OBJECTS) build/harness/$(ENGINE)/.link
	@rm -f $@
	$(Q)$(AR) qcs$(if $(filter Linux,$(shell uname -s)),T) $@ $(fuzz_OBJECTS)

build/harness/$(ENGINE)/%: $(fuzz_DIR)/harnesses/%.o $(fuzz_MAIN) $(fuzz_MUTATOR) $(fuzz_LIBRARY) build/harness/$(ENGINE)/.link
	@$(say_ld)
	$(Q)$(fuzz_CC) $(fuzz_FLAGS) $(fuzz_LINK) $(LDFLAGS) $< $(fuzz_MAIN) $(if $(filter $*,$(fuzz_OF_FILES)),$(fuzz_MUTATOR)) \
		$(fuzz_ALL) $(fuzz_LIBRARY) $(fuzz_END) $(LIBS) $(fuzz_LIBS) -o $@

# Without coverage, which would show what AFL++ itself is told; of use to other people's targets too.
build/harness/afl_main.o: harnesses/afl_main.c build/harness/$(ENGINE)/.link
	@mkdir -p $(@D)
	@$(say_cc)
	$(Q)$(CC) $(BASE) $(CPPFLAGS) -O2 -g -MMD -MP -c $< -o $@

-include $(fuzz_OBJECTS:.o=.d) $(FUZZERS:%.c=$(fuzz_DIR)/%.d) $(fuzz_MAIN:.o=.d) $(fuzz_DIR)/harnesses/mutate_main.d $(MUTATOR_PARTS:%.c=$(fuzz_DIR)/%.d)

# The mutator with all that it needs, without sanitizers and coverage: one object whose own names are hidden, so that
# it can be linked with targets of any kind; a library for AFL++; and a program.
mutator_DIR     := build/harness-objects/mutator
mutator_OBJECTS := $(patsubst %.c,$(mutator_DIR)/%.o,$(filter-out src/cli/% src/os/% src/report/% src/api/%,$(SOURCES)) $(MUTATE) harnesses/pool.c $(AVOID) $(MUTATOR_PARTS))
mutator_FLAGS   := -O2 -g -fPIC -fvisibility=hidden

$(mutator_DIR)/flags: FORCE
	$(call stamp,$(CC) $(BASE) $(CPPFLAGS) $(mutator_FLAGS))
$(mutator_DIR)/%.o: %.c $(mutator_DIR)/flags
	@mkdir -p $(@D)
	@$(say_cc)
	$(Q)$(CC) $(BASE) $(CPPFLAGS) $(mutator_FLAGS) -MMD -MP -c $< -o $@
build/harness/a3d_mutator.o: $(mutator_OBJECTS)
	@mkdir -p $(@D)
	@$(say_ld)
	$(Q)$(LD) -r $(mutator_OBJECTS) -o $@
	$(Q)$(OBJCOPY) --wildcard --keep-global-symbol='LLVMFuzzerCustom*' --keep-global-symbol='afl_custom_*' $@
build/harness/a3d_mutator.so: $(mutator_OBJECTS)
	@mkdir -p $(@D)
	@$(say_ld)
	$(Q)$(CC) -shared $(mutator_FLAGS) $(LDFLAGS) $(mutator_OBJECTS) $(LIBS) -o $@
mutate_OBJECTS := $(patsubst %.c,$(mutator_DIR)/%.o,$(filter src/report/% src/api/%,$(SOURCES)) $(filter-out harnesses/pool.c $(AVOID),$(SHARED)) harnesses/mutate_main.c)
build/harness/mutate: $(mutator_OBJECTS) $(mutate_OBJECTS)
	@mkdir -p $(@D)
	@$(say_ld)
	$(Q)$(CC) $(mutator_FLAGS) $(LDFLAGS) $^ $(LIBS) -o $@
avoid_OBJECTS := $(addprefix $(mutator_DIR)/harnesses/,avoid_learn.o avoid_main.o)
build/harness/avoid: $(mutator_OBJECTS) $(avoid_OBJECTS)
	@mkdir -p $(@D)
	@$(say_ld)
	$(Q)$(CC) $(mutator_FLAGS) $(LDFLAGS) $^ $(LIBS) -o $@
build/harness/replay/avoid: $(fuzz_DIR)/harnesses/avoid_main.o $(fuzz_DIR)/harnesses/avoid_learn.o $(fuzz_LIBRARY) build/harness/$(ENGINE)/.link
	@$(say_ld)
	$(Q)$(fuzz_CC) $(fuzz_FLAGS) $(LDFLAGS) $(filter-out %.link,$^) $(LIBS) $(fuzz_LIBS) -o $@
build/harness/replay/mutate: $(fuzz_DIR)/harnesses/mutate_main.o $(MUTATOR_PARTS:%.c=$(fuzz_DIR)/%.o) $(fuzz_LIBRARY) build/harness/$(ENGINE)/.link
	@$(say_ld)
	$(Q)$(fuzz_CC) $(fuzz_FLAGS) $(LDFLAGS) $(filter-out %.link,$^) $(LIBS) $(fuzz_LIBS) -o $@
-include $(mutator_OBJECTS:.o=.d) $(mutate_OBJECTS:.o=.d) $(avoid_OBJECTS:.o=.d)
-include $(FUZZERS:%.c=$(mutator_DIR)/%.d) $(mutator_DIR)/harnesses/replay_main.d # planted faults are linked with these

harness: $(fuzz_TARGETS) build/harness/a3d_mutator.so build/harness/mutate ## fuzz harnesses and mutator: ENGINE=libfuzzer|afl|replay SAN=address,undefined|memory|none MUTATOR=0

# ---- example loaders ------------------------------------------------------
# build/loaders/ENGINE/loader_FAMILY: naive loaders with planted faults, built as the harnesses are.

LOADERS        := $(patsubst harnesses/loaders/loader_%.c,%,$(filter-out %_main.c %_fuzz.c,$(wildcard harnesses/loaders/loader_*.c)))
loader_PARTS    = $(patsubst %.c,$(fuzz_DIR)/%.o,$(wildcard harnesses/loaders/loader_$(1).c harnesses/loaders/$(1)_*.c harnesses/loaders/loader.c harnesses/loaders/rooms.c \
                    harnesses/loaders/loader_$(if $(fuzz_ENGINE),fuzz,main).c)) $(if $(fuzz_ENGINE),$(fuzz_MAIN))
define loader
build/loaders/$(ENGINE)/loader_$(1): $(call loader_PARTS,$(1)) $(fuzz_MUTATOR) build/harness/$(ENGINE)/.link
	@mkdir -p $$(@D)
	@$$(say_ld)
	$$(Q)$$(fuzz_CC) $$(fuzz_FLAGS) $$(fuzz_LINK) $$(LDFLAGS) $(call loader_PARTS,$(1)) $$(fuzz_MUTATOR) $$(LIBS) -o $$@
-include $(patsubst %.o,%.d,$(call loader_PARTS,$(1)))
endef
$(foreach family,$(LOADERS),$(eval $(call loader,$(family))))

# What a person needs to fuzz a loader of their own, in one folder: docs/fuzz-your-loader.md.
.PHONY: fuzzkit bench-fuzz
fuzzkit: build/harness/a3d_mutator.o build/harness/a3d_mutator.so build/harness/afl_main.o build/harness/avoid build/harness/mutate $(if $(wildcard build/seeds),,seeds) ## mutator, seeds, dictionaries and template for your own loader
	@rm -rf build/fuzzkit
	@mkdir -p build/fuzzkit/seeds build/fuzzkit/dictionaries
	@cp harnesses/loader_template.c harnesses/fuzz-loader $(addprefix build/harness/,a3d_mutator.o a3d_mutator.so afl_main.o avoid mutate) build/fuzzkit
	@for f in $(FORMATS); do \
		cp -R build/seeds/$$f build/fuzzkit/seeds; cp dictionaries/$$f.dict build/fuzzkit/dictionaries; done
	@echo 'build/fuzzkit is ready; docs/fuzz-your-loader.md describes the next steps'

bench-fuzz: build/a3dlint $(if $(wildcard build/seeds),,seeds) ## planted faults found by four ways of fuzzing: TRIALS, TIME (seconds)
	@harnesses/bench-fuzz $(if $(TRIALS),--trials $(TRIALS)) $(if $(TIME),--time $(TIME))

.PHONY: loaders
loaders: $(LOADERS:%=build/loaders/$(ENGINE)/loader_%) ## example loaders with planted faults: ENGINE and SAN as for harness

# ---- what people run ------------------------------------------------------

parallel = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

print-%: # the value of a variable, for scripts: make -s print-SHARED
	@echo '$($*)'

help: ## this list
	@echo 'Targets (all is the default and builds build/a3dlint):'
	@sed -n 's/^\([a-z_.-]*\):.*## /\1\t/p' Makefile | sort | awk -F '\t' '{ printf "  %-21s %s\n", $$1, $$2 }'
	@echo 'Variables: CC CLANG CFLAGS CPPFLAGS LDFLAGS WERROR=1 V=1 JOBS PREFIX DESTDIR'
	@echo '           DEPS=0 never asks the package manager; SKIP="m32 s390x" leaves out test steps'

quickstart: ## install what the build needs, build, lint the bundled examples
	@JOBS='$(JOBS)' V='$(V)' ci/quickstart

check: ## the tests to run before each commit: layers, tables, unit tests, goldens, in less than a minute
	@JOBS='$(JOBS)' ci/check

hooks: ## run the quick part of `make check` before each of your commits (git config core.hooksPath ci/hooks)
	@git config core.hooksPath ci/hooks
	@echo 'ci/hooks/pre-commit now runs before each commit; git commit --no-verify goes without, git config --unset core.hooksPath ends it'

test: ## install what the tests need, build every variant, run every test
	@ci/deps test
	@CC='$(CC)' CLANG='$(CLANG)' JOBS='$(JOBS)' ci/test

corpus: build/corpus.built ## build corpus/recipes into build/corpus
build/corpus.built: build/a3dlint ci/corpus $(shell find corpus -type f) $(wildcard src/formats/*/twins.def) $(if $(wildcard build/corpus/*),,FORCE)
	@JOBS='$(JOBS)' ci/corpus build/a3dlint build/corpus
	@touch $@

coverage: ## the part of src that the corpus reaches: reports/coverage.md
	@ci/deps coverage
	@$(MAKE) --no-print-directory $(parallel) corpus
	@$(MAKE) --no-print-directory $(parallel) harness ENGINE=coverage SAN=none
	@$(MAKE) --no-print-directory $(parallel) units-cov
	@JOBS='$(JOBS)' ci/coverage build/harness/coverage build/coverage build/cov/unit

bench: ## measure speed: reports/bench.md and reports/bench.json; ROWS="13 14" only shows those
	@ci/deps bench
	@ci/deps linux
	@$(MAKE) --no-print-directory $(parallel) build/release/a3dbench build/release/a3dlint build/linux-$(shell uname -m)/a3dlint
	@build/release/a3dbench reports/bench $(ROWS)

bench-accept: ## accept the instructions that decoding takes now; `make bench` compares later ones with them
	@ci/deps bench
	@$(MAKE) --no-print-directory $(parallel) build/release/a3dbench
	@build/release/a3dbench --accept

BENCH_OBJECTS := $(BENCHES:%.c=build/release/%.o) $(MUTATE:%.c=build/release/%.o)
build/release/a3dbench: $(BENCH_OBJECTS) $(release_LIBRARY) build/release/sources
	@$(say_ld)
	$(Q)$(CC) $(release_FLAGS) $(LDFLAGS) $(BENCH_OBJECTS) $(release_LIBRARY) $(release_LIBS) -llzo2 -ldeflate -lm -o $@
-include $(BENCH_OBJECTS:.o=.d)

measure: build/release/measure ## how often the damaged place is found, over the real files (A3D_ASSETS) or those in FILES
	@build/release/measure --count $(or $(COUNT),400) $(or $(FILES),$(wildcard $(or $(A3D_ASSETS),../shared/assets)/*/*))

measure-files: build/release/transfer build/release/a3dlint ## how often damage to whole files is found, in the same files; false alarms in 10,000 random files and 2,000 of /usr
	@build/release/transfer --command build/release/a3dlint --generated 2000 --foreign 2000 --folder /usr $(if $(SHOW),--show) \
	    $(or $(FILES),$(sort $(wildcard $(or $(A3D_ASSETS),../shared/assets)/*/*)))

measure-report: build/release/measure build/release/transfer ## both, on the real files that are held out, up to 32 KiB: reports/damage.md and reports/damage.json
	@ci/held-out $(or $(A3D_ASSETS),../shared/assets) | tr '\n' '\0' | \
	    xargs -0 nice build/release/measure --count 5000 --most 32768 --report reports/damage
	@ci/held-out $(or $(A3D_ASSETS),../shared/assets) | tr '\n' '\0' | \
	    xargs -0 nice build/release/transfer --most 32768 --generated 2000 --foreign 2000 --folder /usr --report reports/damage

suggestions: build/release/suggestions ## whether a suggestion is ever worse than the damage, over the real files (A3D_ASSETS) or those in FILES
	@build/release/suggestions --show --count $(or $(COUNT),500) $(or $(FILES),$(sort $(wildcard $(or $(A3D_ASSETS),../shared/assets)/*/*)))

branches: build/release/branches ## how often damage hides the branch of a file, over the real files (A3D_ASSETS) or those in FILES and random ones
	@build/release/branches --count $(or $(COUNT),1000) $(or $(FILES),$(sort $(wildcard $(or $(A3D_ASSETS),../shared/assets)/odol/*)))

mutants: build/release/mutants ## which changes of the source the tests notice: COUNT of them (400), by SEED; reports/mutants.md
	@ci/mutants $(or $(SEED),1) $(or $(COUNT),400)

MEASURE := $(patsubst %.c,build/release/%.o,$(wildcard tests/measure*.c))
build/release/measure: $(MEASURE)
build/release/branches build/release/suggestions build/release/mutants: build/release/%: build/release/tests/%.o
build/release/measure build/release/branches build/release/suggestions build/release/mutants: $(release_LIBRARY) build/release/sources
	@mkdir -p $(@D)
	@$(say_ld)
	$(Q)$(CC) $(release_FLAGS) $(LDFLAGS) $(filter build/release/tests/%,$^) $(release_LIBRARY) $(release_LIBS) -o $@
-include $(MEASURE:.o=.d) build/release/tests/branches.d build/release/tests/suggestions.d build/release/tests/mutants.d

slow: build/release/slow build/release/a3dlint ## inputs on which commands take longest: SECONDS of search (600), by SEED, from FILES; reports/slow.md
	@mkdir -p build/release/inputs; build/release/slow --keep build/release/inputs --seconds $(or $(SECONDS),600) --seed $(or $(SEED),1) --report reports/slow build/release/a3dlint $(or $(FILES),$(sort $(wildcard $(or $(A3D_ASSETS),../shared/assets)/*/*)))

SLOW := $(patsubst %.c,build/release/%.o,$(wildcard tests/slow*.c)) $(MUTATE:%.c=build/release/%.o)
build/release/slow: $(SLOW) $(release_LIBRARY) build/release/sources
	@$(say_ld)
	$(Q)$(CC) $(release_FLAGS) $(LDFLAGS) $(SLOW) $(release_LIBRARY) $(release_LIBS) -o $@
-include $(SLOW:.o=.d)

TRANSFER := $(patsubst %.c,build/release/%.o,$(wildcard tests/transfer_*.c))
build/release/transfer: $(TRANSFER) $(release_LIBRARY) build/release/sources
	@$(say_ld)
	$(Q)$(CC) $(release_FLAGS) $(LDFLAGS) $(TRANSFER) $(release_LIBRARY) $(release_LIBS) -o $@
-include $(TRANSFER:.o=.d)

build/release/peak: tests/peak.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $< -o $@

# The whole program with an allocator that refuses. Two of its objects are compiled again for it: main() under another
# name, and arenas whose small allocations are requests of their own.
NO_MEMORY := $(patsubst %.c,build/release/%.o,$(wildcard tests/no_memory*.c)) \
             $(filter-out build/release/src/cli/main.o build/release/src/base/arena.o,$(release_OBJECTS))
build/release/no_memory: $(NO_MEMORY) build/release/sources
	@$(say_ld)
	$(Q)$(CC) $(release_FLAGS) $(release_LINK) $(LDFLAGS) $(NO_MEMORY) $(release_LIBS) -o $@
-include $(patsubst %.c,build/release/%.d,$(wildcard tests/no_memory*.c))

docs: build/a3dlint ## print docs/formats, docs/rules, docs/spec and dictionaries from the tables
	@ci/docs build/a3dlint docs/formats

site: build/a3dlint ## the pages of docs/ and the manual as a site with a search: build/site/index.html
	@ci/deps site
	@ci/site/build build/a3dlint build/site

dictionaries: build/a3dlint ## print dictionaries/*.dict, words for fuzzers, from the tables
	@for f in $(FORMATS); do build/a3dlint formats --dictionary $$f > dictionaries/$$f.dict || exit 1; done

seeds: build/a3dlint corpus ## files from which fuzzers start: build/seeds/FAMILY, and zips, .dict and .options for OSS-Fuzz
	@ci/seeds build/a3dlint build/seeds

golden goldens: tests = $(or $(wildcard $(patsubst %,tests/golden/%.test,$(T:.test=))),$(if $(T),$(error no tests/golden/$(T:.test=).test)))
golden: corpus ## compare what the command line prints with tests/golden; T='fix*' only those
	@A3DLINT=build/a3dlint CORPUS=build/corpus tests/golden/run $(tests)

goldens: corpus ## rewrite the expected parts of tests/golden/*.test; T='fix*' only those
	@A3DLINT=build/a3dlint CORPUS=build/corpus tests/golden/run --update $(tests)

pins: corpus ## rewrite the digests of tests/pins: what every command prints for the corpus
	@PINS=update ci/scripts 'pins-*'

tables: units-release ## check the tables of all formats; list each row that lacks a rule
	@ci/tables build/release/unit/test_tables

layers: ## check that no file includes one from a floor above its own
	@ci/layers

folders = PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' BINDIR='$(BINDIR)' LIBDIR='$(LIBDIR)' \
          INCLUDEDIR='$(INCLUDEDIR)' DATADIR='$(DATADIR)' MANDIR='$(MANDIR)' LIBS='$(shared_LIBS)'

install: build/a3dlint lib ## install to DESTDIR/PREFIX: tool, library, manual, completions
	@if [ "$(DEPS)" != 0 ] && command -v npm > /dev/null; then $(MAKE) --no-print-directory -s page > /dev/null; fi
	@[ -f build/page/a3dlint-page-3d.js ] || echo 'install: without the 3D view of the triage page; "make page install", with npm, includes it'
	@$(folders) ci/install

uninstall: ## remove the installed files
	@$(folders) ci/install --uninstall

deb: ## Debian packages in build/deb, by their own install
	@JOBS='$(JOBS)' ci/deb build/deb

dist: ## what a release consists of, the same bytes each time: sources, programs for Linux and Windows, seeds, sums; PARTS="source"
	@JOBS='$(JOBS)' ci/dist build/dist $(PARTS)

clean: ## remove what was built, keep the unpacked libraries of foreign machines
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name sysroot -exec rm -rf {} +

distclean: ## remove build/
	rm -rf build
