# ci/linux.mk: static programs for Linux, which need no library of the machine they run on. Included by the Makefile.
#
# musl is Debian's, unpacked by `ci/deps linux`; zlib and cmocka are compiled from the sources of Debian's packages.

linux: ## static programs for Linux, by musl: build/linux-x86_64/a3dlint and build/linux-aarch64/a3dlint
	@ci/deps linux
	@$(MAKE) --no-print-directory $(parallel) build/linux-x86_64/a3dlint build/linux-aarch64/a3dlint

linux_ZLIB   := build/sysroot/source/zlib
linux_CMOCKA := build/sysroot/source/cmocka

# The compiler is Debian's for its own C library: its headers and start files are replaced by those of musl.
define static
linux-$(1)_ROOT  := build/sysroot/musl-$(1)
linux-$(1)_CC    := $(1)-linux-gnu-gcc
linux-$(1)_FLAGS  = -O2 -g -DA3D_WITH_SANDBOX -nostdinc -isystem $$(linux-$(1)_ROOT)/usr/include/$(1)-linux-musl \
                    -isystem "$$(shell $(1)-linux-gnu-gcc -print-file-name=include)" -isystem $$(linux_ZLIB) -isystem $$(linux_CMOCKA)/include \
                    -idirafter $$(linux-$(1)_ROOT)/usr/include -idirafter $$(linux-$(1)_ROOT)/usr/include/$(1)-linux-gnu
linux-$(1)_LIB   := $$(linux-$(1)_ROOT)/usr/lib/$(1)-linux-musl
linux-$(1)_LINK  := -static -no-pie -nostdlib
linux-$(1)_CMOCKA := build/linux-$(1)/cmocka.o
linux-$(1)_LIBS   = -nostdlib -static -no-pie -Wl,--build-id=none $$(linux-$(1)_LIB)/crt1.o $$(linux-$(1)_LIB)/crti.o build/linux-$(1)/libz.a \
                    -L$$(linux-$(1)_LIB) -Wl,--start-group -lc -lgcc -lgcc_eh -Wl,--end-group $$(linux-$(1)_LIB)/crtn.o

build/linux-$(1)/flags: | $$(linux-$(1)_LIB)/libc.a $$(linux_ZLIB)/zlib.h
$$(linux-$(1)_LIB)/libc.a:
	@ci/deps linux
build/linux-$(1)/a3dlint build/linux-$(1)/units: build/linux-$(1)/libz.a
$$(linux_ZLIB_PARTS:%=build/linux-$(1)/zlib/%.o): build/linux-$(1)/zlib/%.o: $$(linux_ZLIB)/%.c build/linux-$(1)/flags
	@mkdir -p $$(@D)
	@$$(say_cc)
	$$(Q)$$(linux-$(1)_CC) $$(linux-$(1)_FLAGS) -w -c $$< -o $$@
build/linux-$(1)/libz.a: $$(linux_ZLIB_PARTS:%=build/linux-$(1)/zlib/%.o) ci/linux.mk
	@rm -f $$@
	$$(Q)$(1)-linux-gnu-ar qcs $$@ $$(filter %.o,$$^)
$$(UNITS:%.c=build/linux-$(1)/%.o) $$(SUPPORT:%.c=build/linux-$(1)/%.o): | $$(linux_CMOCKA)/src/cmocka.c
$$(linux-$(1)_CMOCKA): $$(linux_CMOCKA)/src/cmocka.c build/linux-$(1)/flags
	@$$(say_cc)
	$$(Q)$$(linux-$(1)_CC) $$(linux-$(1)_FLAGS) -w -DHAVE_MALLOC_H -DHAVE_INTTYPES_H -DHAVE_SIGNAL_H -DHAVE_STRUCT_TIMESPEC -c $$< -o $$@
endef

# The program packs and sums; the tests ask zlib to unpack, too.
linux_ZLIB_PARTS := adler32 compress crc32 deflate inffast inflate inftrees trees uncompr zutil
$(foreach machine,x86_64 aarch64,$(eval $(call static,$(machine))))
