# ci/windows.mk: the program, the library and the tests for Windows by mingw-w64. Included by the Makefile.
#
# zlib is Debian's for mingw-w64. cmocka is compiled from the source of Debian's package, which `ci/deps test` unpacks.

windows: ## the program and the library for Windows by mingw-w64: build/windows/a3dlint.exe, .dll, .a
	@ci/deps windows
	@$(MAKE) --no-print-directory $(parallel) build/windows/a3dlint.exe build/windows/liba3dlint.a build/windows/a3dlint.dll

build/windows/liba3dlint.a: $(windows_LIBRARY) build/windows/sources
	@$(say_ld)
	@rm -f $@
	$(Q)$(MINGW)ar qcs $@ $(windows_LIBRARY)

# Exports the names of the public header, as the map of the shared object does.
build/windows/a3dlint.def: src/a3dlint.h
	@mkdir -p $(@D)
	@{ echo EXPORTS; grep -oE '\ba3dlint_[a-z0-9_]+\(' $< | tr -d '(' | sort -u; } > $@

build/windows/a3dlint.dll: $(windows_LIBRARY) build/windows/a3dlint.def build/windows/sources
	@$(say_ld)
	$(Q)$(windows_CC) $(windows_FLAGS) $(windows_LINK) $(LDFLAGS) -shared build/windows/a3dlint.def $(windows_LIBRARY) \
	    -Wl,--out-implib,build/windows/liba3dlint.dll.a $(windows_LIBS) -o $@

# The unit tests; `ci/test windows` runs them by Wine.
windows_UNIT_FILES := $(UNITS:%.c=build/windows/%.o) $(windows_SUPPORT)
$(windows_UNIT_FILES): | $(windows_CMOCKA_SOURCE)/src/cmocka.c
$(windows_CMOCKA_SOURCE)/src/cmocka.c:
	@ci/deps cmocka
$(windows_CMOCKA): $(windows_CMOCKA_SOURCE)/src/cmocka.c build/windows/flags
	@$(say_cc)
	$(Q)$(windows_CC) $(windows_FLAGS) -w -DHAVE_MALLOC_H -DHAVE_INTTYPES_H -DHAVE_SIGNAL_H -DHAVE_STRUCT_TIMESPEC -c $< -o $@

# Runs a program in a console of its own.
build/windows/console.exe: tests/windows_console.c build/windows/flags
	@$(say_ld)
	$(Q)$(windows_CC) $(BASE) $(windows_FLAGS) -DNTDDI_VERSION=0x0A000006 $< -o $@
