/* Edits: what is around a changed field is repaired with =, stays wrong with :=, in every family. */
#include "../support/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/formats.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

#define GROUP "sections[1].objects[0]"
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A base file, an edit of the decoded file, and what a path holds afterwards. */
typedef struct change {
    const a3d_format *format;
    uint32_t version;
    const char *base[8];
    const char *edit;
    const char *path, *value; /* after the edit */
    const char *kept, *was;   /* elsewhere, behind it: nothing shifted */
} change;

static const change repairs[] = {
    {&a3d_format_a3d1, 1, {"images+=1", "images[0].url=\"a\\x00\"", "maps+=1", "maps[0].channel=7"}, "images[0].url=\"a longer name\\x00\"",
     "images[0].url.$count", "14", "maps[0].channel", "7"},
    {&a3d_format_a3d1, 1, {"maps+=1", "maps[0].channel=7"}, "maps[0]+={channel=5,vScale=2}", "maps[*].channel", "5 7", "maps[0].vScale", "bits:40000000"},
    {&a3d_format_a3d1, 1, {"maps+=1", "maps[0].channel=7"}, "objects+=40", "objects", "40", "maps[0].channel", "7"},
    {&a3d_format_a3d2, 6, {"images+=1", "images[0].id=3"}, "images[0].url=\"a picture\"", "images[0].url", "a picture", "images[0].id", "3"},
    {&a3d_format_a3d2, 6, {"lods+=1", "lods[0].id=-2"}, "meshes+={id=5,name=\"m\",surfaces+=3}", "meshes[0].surfaces", "3", "lods[0].id", "-2"},
    {&a3d_format_a3d2, 0, {"vertexBuffers+=1"}, "meshes+=200", "meshes", "200", "vertexBuffers[0].attributes", "00000000"},
    {&a3d_format_tanki, 3, {"objects+=1", "objects[0].transform=9"}, "materials+={name=\"Default\"}", "materials[0].name", "Default", "objects[0].transform", "9"},
    {&a3d_format_tanki, 3, {"materials+=1", "transforms+=1", "objects+=1", "objects[0].transform=9"}, "transforms[0].name=\"12345\"",
     "transforms[0].name", "12345", "objects[0].transform", "9"},
    {&a3d_format_tanki, 2, {"materials+=1", "objects+=1", "objects[0].transform=9"}, "materials[0].diffuseMap=\"texture.jpg\"",
     "materials[0].diffuseMap", "texture.jpg", "objects[0].transform", "9"},
    {&a3d_format_m3g, 1, {NULL}, GROUP ".userParameters+={parameterID=4,parameterValue=\"xyz\"}", GROUP ".userParameters[0].parameterValue", "78797a", GROUP ".scope", "4294967295"},
    {&a3d_format_m3g, 1, {NULL}, "sections[0].objects[0].authoringField=\"somebody\"", "sections[0].objects[0].authoringField", "somebody", "sections[0].objects[0].totalFileSize", "94"},
    {&a3d_format_m3g, 1, {"sections[1].scheme=zlib"}, "sections[1].objects+={type=Fog,mode=LINEAR,far=8}", "sections[1].objects[1].far", "bits:41000000", GROUP ".type", "9"},
    {&a3d_format_m3g, 1, {"sections+=1", "sections[2].objects+=1", "sections[2].objects[0].type=Light"}, "sections[1].objects[0]+={type=Camera}", "sections[1].objects[*].type", "5 9",
     "sections[2].objects[0].type", "12"},
    {&a3d_format_odol, 75, {"hullsA.hulls+=1", "hullsA.hulls[0].data=\"hull\""}, "lods[0].textures+={name=\"a\\\\b.paa\"}", "lods[0].textures[0].name", "a\\b.paa", "hullsA.hulls[0].data", "68756c6c"},
    {&a3d_format_odol, 50, {"modelInfo.mass=2"}, "lods+=2", "lods", "3", "lod_start.$count", "3"},
    {&a3d_format_odol, 75, {"lods[0].u68=9"}, "muzzle_flash=\"flash\"", "muzzle_flash", "flash", "lods[0].u68", "9"},
    {&a3d_format_tanki, 3, {"materials+=3", "materials[2].name=\"third\"", "objects+=1", "objects[0].mesh=4"}, "materials[0]-=2", "materials[0].name", "third", "objects[0].mesh", "4"},
    {&a3d_format_odol, 75, {"lods+=2", "lods[1].color=5", "hullsA.hulls+=1"}, "lods[0]-=1", "lods[0].color", "5", "hullsA.hulls.$count", "1"},
    {&a3d_format_odol, 48, {"lods[0].sections+=1"}, "lods[0].positions+=100", "lods[0].positions.$count", "100", "lods[0].sections", "1"},
};

static void lengths_are_repaired(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(repairs); i++) {
        const change *c = &repairs[i];
        build b, after;
        build_make(&b, c->format, c->version, c->base);
        expect_clean(b.doc, "");
        expect_bytes(b.doc, b.bytes, b.size);
        build_edit(&b, WORDS(c->edit));
        build_encode(&b, A3D_FAITHFUL);
        build_again(&after, &b, 0);
        expect_clean(after.doc, "");
        expect_at(after.doc, c->path, c->value);
        expect_at(after.doc, c->kept, c->was);
        expect_bytes(after.doc, b.bytes, b.size);
        build_free(&after);
        build_free(&b);
    }
}

/* A wrong value survives decode and encode, also next to edits that repair; a canonical encode puts it right. */
static const struct lie {
    const a3d_format *format;
    uint32_t version;
    const char *base[4];
    const char *lie, *repair, *rule;
} lies[] = {
    {&a3d_format_a3d1, 1, {"images+=1", "images[0].url=\"picture\\x00\""}, "images[0].url.$form:=2", "maps+=1", "a3d1/over-long-length"},
    {&a3d_format_a3d2, 6, {"images+=1"}, "$package:=9000", NULL, "a3d2/package-length"},
    {&a3d_format_tanki, 3, {"materials+=1", "meshes+=1"}, "materials.length:=3", "materials[0].name=\"abc\"", "tanki/block-length"},
    {&a3d_format_tanki, 3, {"materials+=1"}, "rootLength=7", "meshes+=1", "tanki/block-length"},
    {&a3d_format_tanki, 2, {"objects+=1"}, "objects.length:=0", "objects[0].name=\"o\"", "tanki/block-length-zero"},
    {&a3d_format_m3g, 1, {NULL}, "sections[0].objects[0].totalFileSize=5", GROUP ".userID=7", "m3g/total-file-size"},
    {&a3d_format_m3g, 1, {NULL}, "sections[1].checksum:=5", "sections[0].objects[0].authoringField=\"a\"", "m3g/checksum"},
    {&a3d_format_m3g, 1, {NULL}, "sections[1].uncompressedLength=5", GROUP ".userParameters+=1", "m3g/uncompressed-length"},
    {&a3d_format_odol, 75, {"lods[0].point2vertex={1,2}"}, "lods[0].rest_size:=5", "lods[0].textures+=1", "odol/rest-size"},
    {&a3d_format_odol, 75, {NULL}, "lods[0].alloc=5", "lods[0].textures+=1", "odol/alloc"},
};

static bool has_rule(const a3d_doc *doc, const char *rule)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (strcmp(doc->findings[i].rule->id, rule) == 0)
            return true;
    return false;
}

static void lies_stay(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lies); i++) {
        const struct lie *l = &lies[i];
        build b, lying, again, right;
        build_make(&b, l->format, l->version, l->base);
        build_edit(&b, WORDS(l->lie));
        build_encode(&b, A3D_FAITHFUL);
        build_again(&lying, &b, 0);
        if (!has_rule(lying.doc, l->rule))
            fail_msg("%s: no %s among\n%s", l->lie, l->rule, build_findings(lying.doc));
        expect_bytes(lying.doc, b.bytes, b.size);
        if (l->repair != NULL && !lying.doc->faulty) {
            build_edit(&lying, WORDS(l->repair));
            build_encode(&lying, A3D_FAITHFUL);
            build_again(&again, &lying, 0);
            if (!has_rule(again.doc, l->rule))
                fail_msg("%s: no %s among\n%s", l->repair, l->rule, build_findings(again.doc));
            build_free(&again);
        }
        if (!lying.doc->faulty) {
            build_encode(&lying, A3D_CANONICAL);
            build_again(&right, &lying, 0);
            expect_findings(right.doc, "");
            build_free(&right);
        }
        build_free(&lying);
        build_free(&b);
    }
}

/* Nothing that is decoded changes when it is encoded, whatever was edited into it. */
static void quiet_edits_repair_nothing(void **state)
{
    build b, after;
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1"));
    build_edit(&b, WORDS("materials[0].name:=\"abcdefgh\""));
    build_encode(&b, A3D_FAITHFUL);
    build_again(&after, &b, 0);
    expect_findings(after.doc, "tanki/block-length materials.length file+20/4 is 24 not 32\n"
                               "tanki/block-length rootLength file+12/4 is 68 not 76");
    build_free(&after);
    build_free(&b);
    build_make(&b, &a3d_format_m3g, 1, NULL);
    build_edit(&b, WORDS(GROUP ".children:={1}"));
    build_encode(&b, A3D_FAITHFUL);
    build_again(&after, &b, 0);
    assert_true(has_rule(after.doc, "m3g/total-file-size"));
    build_free(&after);
    build_free(&b);
    build_make(&b, &a3d_format_odol, 75, NULL);
    build_edit(&b, WORDS("muzzle_flash:=\"abc\""));
    build_encode(&b, A3D_FAITHFUL);
    build_again(&after, &b, 0);
    expect_findings(after.doc, "odol/lod-address lod_start[0] file+313/4 is 319 not 322..540");
    expect_bytes(after.doc, b.bytes, b.size);
    build_free(&after);
    build_free(&b);
}

/* ---- values ---- */

static void values(void **state)
{
    static const struct {
        const a3d_format *format;
        const char *edit, *path, *value;
    } cases[] = {
        {&a3d_format_tanki, "materials[0].color.r=1.5", "materials[0].color.r", "bits:3fc00000"},
        {&a3d_format_tanki, "materials[0].color.r=f:nan", "materials[0].color.r", "bits:7fc00000"},
        {&a3d_format_tanki, "materials[0].color.r=f:-0", "materials[0].color.r", "bits:80000000"},
        {&a3d_format_tanki, "materials[0].color.r=f:-inf", "materials[0].color.r", "bits:ff800000"},
        {&a3d_format_tanki, "materials[0].color.r=bits:7f800001", "materials[0].color.r", "bits:7f800001"},
        {&a3d_format_tanki, "materials[0].color.r=3.4028235e38", "materials[0].color.r", "bits:7f7fffff"},
        {&a3d_format_tanki, "materials[0].color.r=1e-46", "materials[0].color.r", "bits:00000000"},
        {&a3d_format_odol, "modelInfo.animated=true", "modelInfo.animated", "1"},
        {&a3d_format_odol, "modelInfo.can_occlude=false", "modelInfo.can_occlude", "0"},
        {&a3d_format_odol, "permanent={true}", "permanent[0]", "1"},
        {&a3d_format_odol, "modelInfo.memory=bits:ff", "modelInfo.memory", "-1"},
        {&a3d_format_tanki, "materials[0].color={r=1,g=2,b=f:4}", "materials[0].color.b", "bits:40800000"},
        {&a3d_format_tanki, "materials[0].name=\"a\\x22\\\\\\\"=\\xff\"", "materials[0].name", "a\"\\\"=\xff"},
        {&a3d_format_tanki, "materials[0].name=hex:41007f", "materials[0].name.$count", "3"},
        {&a3d_format_tanki, "materials[0].name=\"\"", "materials[0].name", ""},
        {&a3d_format_tanki, "materials[0].name={65,0x42,67}", "materials[0].name", "ABC"},
        {&a3d_format_tanki, "objects[0].materials={-1,0x7fffffff,-2147483648}", "objects[0].materials", "ffffffffffffff7f00000080"},
        {&a3d_format_tanki, "objects[0].mesh=0xFFFFFFFF", "objects[0].mesh", "4294967295"},
        {&a3d_format_tanki, "materials[*].name=\"same\"", "materials[*].name", "same same same"},
        {&a3d_format_tanki, "materials[1..2].name=\"same\"", "materials[*].name", "same same"},
        {&a3d_format_tanki, "materials[1].color={r=1,b=2}", "materials[1].color.b", "bits:40000000"},
        {&a3d_format_a3d2, "meshes+={id=-9223372036854775808,visible=1}", "meshes[0].id", "-9223372036854775808"},
        {&a3d_format_a3d2, "vertexBuffers+={attributes={POSITION,NORMAL,4}}", "vertexBuffers[0].attributes", "000000000000000100000004"},
        {&a3d_format_m3g, GROUP ".type=Mesh", GROUP ".type", "14"},
        {&a3d_format_m3g, GROUP ".type=Mesh", GROUP ".submeshes", "0000000000000000"},
        {&a3d_format_m3g, "sections[1].scheme=zlib", "sections[1].scheme", "1"},
        {&a3d_format_m3g, GROUP ".hasAlignment=1", GROUP ".zTarget", "144"},
        {&a3d_format_m3g, GROUP ".userID=0xffffffff", GROUP ".userID", "4294967295"},
        {&a3d_format_odol, "modelInfo.geometry=0x80", "modelInfo.geometry", "-128"},
        {&a3d_format_odol, "buoyancy.kind=iteration", "buoyancy.iteration.volume", "bits:00000000"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b, after;
        build_make(&b, cases[i].format, cases[i].format == &a3d_format_odol ? 75 : cases[i].format == &a3d_format_m3g ? 1 : cases[i].format == &a3d_format_tanki ? 3 : 6,
                   cases[i].format == &a3d_format_tanki ? WORDS("materials+=3", "objects+=1") : NULL);
        build_edit(&b, WORDS(cases[i].edit));
        build_encode(&b, A3D_FAITHFUL);
        build_again(&after, &b, 0);
        expect_at(after.doc, cases[i].path, cases[i].value);
        expect_bytes(after.doc, b.bytes, b.size);
        build_free(&after);
        build_free(&b);
    }
}

static void refusals(void **state)
{
    static const struct {
        const char *edit, *why;
    } cases[] = {
        {"", "'' is not an edit: PATH=VALUE, PATH:=VALUE, PATH+=N, PATH-=N or @STREAM+OFFSET=HEX"},
        {"materials", "'materials' is not an edit: PATH=VALUE, PATH:=VALUE, PATH+=N, PATH-=N or @STREAM+OFFSET=HEX"},
        {"=1", "the path is empty"},
        {"nothing=1", "path 'nothing': no such field at 'nothing'"},
        {"material[0].name=\"x\"", "path 'material[0].name': no such field at 'material[0].name'; did you mean materials?"},
        {"materials[0].nam=\"x\"", "path 'materials[0].nam': no such field at 'nam'; did you mean name?"},
        {"materials[0].nothing=1", "path 'materials[0].nothing': no such field at 'nothing'"},
        {"materials[1].name=\"\"", "path 'materials[1].name': list has 1 elements"},
        {"materials[x].name=\"\"", "path 'materials[x].name': cannot read the step at 'materials[x].name'"},
        {"materials[0].name", "'materials[0].name' is not an edit: PATH=VALUE, PATH:=VALUE, PATH+=N, PATH-=N or @STREAM+OFFSET=HEX"},
        {"materials[0].name=abc", "'abc' is neither \"text\" nor hex:\xe2\x80\xa6"},
        {"materials[0].name=hex:123", "hex digits come in pairs: '123'"},
        {"materials[0].name=hex:1g", "not a pair of hex digits: '1g'"},
        {"materials[0].name=\"\\q\"", "only \\xHH, \\\\ and \\\" can follow a backslash in '\"\\q\"'"},
        {"materials[0].color.r=red", "'red' is not a number"},
        {"materials[0].color=1", "color is a record or list: set its fields, or several as {name=value,\xe2\x80\xa6}"},
        {"materials[0].color={r}", "'r' is not an edit: NAME=VALUE"},
        {"objects[0].mesh=-1", "-1 does not fit in 32 bits (0 to 4294967295)"},
        {"objects[0].mesh=4294967296", "4294967296 does not fit in 32 bits (0 to 4294967295)"},
        {"objects[0].mesh=99999999999999999999", "'99999999999999999999' is not a number that fits"},
        {"objects[0].mesh=", "'' is not a value"},
        {"objects[0].mesh=bits:xyz", "'bits:xyz' is not hex digits"},
        {"objects[0].mesh=bits:", "'bits:' is not hex digits"},
        {"objects[0].mesh=bits:-1", "'bits:-1' is not hex digits"},
        {"objects[0].mesh=bits:100000000", "'bits:100000000' does not fit in 32 bits"},
        {"objects[0].mesh=bits:10000000000000000", "'bits:10000000000000000' does not fit in 32 bits"},
        {"version=bits:10000", "'bits:10000' does not fit in 16 bits"},
        {"version=f:1.5", "'f:1.5' has 32 bits; expected 16"},
        {"version=true", "'true' is not a number that fits"},
        {"materials[0].color.r=1e39", "1e39 is too large for a float"},
        {"materials[0].color.r=f:-1e39", "-1e39 is too large for a float"},
        {"objects[0].name=\"a\"", "name does not exist in this version or with these values"},
        {"materials-=2", "list has only 1 elements"},
        {"magic=\"A3D\"", "magic takes 4 bytes"},
        {"magic=hex:4133440000", "magic takes 4 bytes"},
        {"rootLength+=1", "rootLength is not a list"},
        {"materials.$form-=1", "$form is not a list"},
        {"materials.$nothing+=1", "$nothing is not a list"},
        {"objects[0].$form+={mesh=1}", "$form is not a list"},
        {"materials[0].color.r.$fill=1", "r has no $fill"},
        {"materials[0].name.$form=2", "$form is the number of bytes of an A3D length, 1 to 3"},
        {"$branch=dayz", "a document has no $branch"},
        {"$nothing=1", "a document has no $nothing"},
        {"@package+0=00", "no packed stream is named 'package'"},
        {"@file=00", "'@file=00' is not @STREAM+OFFSET=HEX"},
        {"@file+0=0", "hex digits come in pairs: '0'"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b;
        build_fresh(&b, &a3d_format_tanki, 3, 0);
        build_edit(&b, WORDS("materials+=1", "objects+=1"));
        const char *why = build_try(&b, cases[i].edit);
        if (why == NULL || strcmp(why, cases[i].why) != 0)
            fail_msg("%s: '%s', not '%s'", cases[i].edit, why != NULL ? why : "done", cases[i].why);
        build_free(&b);
    }
}

/* The room of a mask is kept when its form changes, and is never more than the form has. */
static void the_room_of_a_mask(void **state)
{
    static const struct {
        const char *const edits[3];
        const char *why, *mask; /* why the last edit is refused, or the mask's bytes */
    } cases[] = {
        {{"$mask.room=29"}, NULL, "7f800000"},
        {{"$mask.room=30"}, "a mask of form short has room for at most 29 bits", NULL},
        {{"$mask.form=long1", "$mask.room=504"}, NULL, "bffc0000"},
        {{"$mask.form=long1", "$mask.room=505"}, "a mask of form long1 has room for at most 504 bits", NULL},
        {{"$mask.form=long3", "$mask.room=33554424"}, NULL, "fffffffc"},
        {{"$mask.form=long3", "$mask.room=33554425"}, "a mask of form long3 has room for at most 33554424 bits", NULL},
        {{"$mask.form=long1", "$mask.room=30", "$mask.form=short"}, "a mask of form short has room for at most 29 bits", NULL},
        {{"$mask.form=3"}, "$form is short, long1 or long3", NULL},
        {{"$mask.room=1", "$mask.form=long3", "$mask.tail=255"}, NULL, "c00001"},
        {{"$mask.room=9", "$mask.form=long1", "$mask.tail=255"}, NULL, "82"},
        {{"$mask.form=long1", "$mask.room=0"}, NULL, "80"},
        {{"$mask.form=long1", "$mask.room=0", "$mask.form=long3"}, NULL, "c00000"},
        {{"$mask.form=long3", "$mask.form=long1"}, NULL, "81"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b;
        const char *why = NULL;
        build_fresh(&b, &a3d_format_a3d1, 1, 0);
        for (unsigned k = 0; k < 3 && cases[i].edits[k] != NULL && why == NULL; k++)
            why = build_try(&b, cases[i].edits[k]);
        if ((why == NULL) != (cases[i].why == NULL) || (why != NULL && strcmp(why, cases[i].why) != 0))
            fail_msg("case %zu: '%s'", i, why != NULL ? why : "done");
        char hex[9] = "";
        if (why == NULL)
            build_encode(&b, A3D_FAITHFUL);
        for (size_t k = 0; why == NULL && k < strlen(cases[i].mask) / 2; k++)
            snprintf(hex + 2 * k, 3, "%02x", b.bytes[4 + k]);
        if (why == NULL && strcmp(hex, cases[i].mask) != 0)
            fail_msg("case %zu: %s", i, hex);
        build_free(&b);
    }
}

/* The last bits of a mask that was read are where that mask ends, whatever room a new one would have. */
static void tails_end_where_the_mask_does(void **state)
{
    static const struct {
        const char *const words[3]; /* of the file that is read */
        const char *edit, *mask;
    } cases[] = {
        {{NULL}, "$mask.tail=1", "3f81"},
        {{"$mask.room=5"}, "$mask.tail=1", "1f"},
        {{"$mask.room=13"}, "$mask.tail=1", "3f81"},
        {{"$mask.room=29"}, "$mask.tail=1", "7f800001"},
        {{"$mask.form=long1", "$mask.room=8"}, "$mask.tail=1", "81fd"},
        {{"$mask.form=long1", "$mask.room=16"}, "$mask.tail=1", "82fc01"},
        {{"$mask.form=long3", "$mask.room=8"}, "$mask.tail=3", "c00001ff"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b;
        char hex[9] = "";
        build_make(&b, &a3d_format_a3d1, 1, cases[i].words);
        assert_null(build_try(&b, cases[i].edit));
        build_encode(&b, A3D_FAITHFUL);
        for (size_t k = 0; k < 4 && 4 + k < b.size; k++)
            snprintf(hex + 2 * k, 3, "%02x", b.bytes[4 + k]);
        if (strcmp(hex, cases[i].mask) != 0)
            fail_msg("case %zu: %s", i, hex);
        build_free(&b);
    }
}

static void a_patch_beyond_the_end(void **state)
{
    build b;
    a3d_text out;
    (void)state;
    build_fresh(&b, &a3d_format_tanki, 3, 0);
    build_edit(&b, WORDS("@file+1000=00"));
    a3d_text_init(&out, &b.arena);
    assert_string_equal(a3d_encode(b.doc, A3D_FAITHFUL, &out, b.patches, b.n_patches), "the bytes to change lie beyond the end of the stream");
    build_free(&b);
}

/* ---- choices and claims ---- */

static void claims(void **state)
{
    static const struct {
        const a3d_format *format;
        uint32_t version;
        const char *base, *edit;
        uint32_t at;
        const char *bytes;
        const char *findings; /* NULL: clean */
    } cases[] = {
        {&a3d_format_a3d1, 1, "images+=1", "images.$form=3", 6, "c00001", 
         "a3d1/over-long-length images file+6/3 is 3 not 1"},
        {&a3d_format_a3d1, 1, "images+=1", "images.$count=9", 6, "09", 
         "a3d1/count-fits-mask images file+6/1 is 9 not 0..5"},
        {&a3d_format_a3d1, 1, "images+=1", "images[0].id.$present=no", 4, NULL, NULL},
        {&a3d_format_a3d1, 1, "images+=1", "images[0].id.$present=yes", 7, "00000000", NULL},
        {&a3d_format_a3d1, 1, "images+=1", "images.$present=0", 4, "3f80", NULL},
        {&a3d_format_a3d1, 1, "images+=1", "$mask.form=long3", 4, "c00001", 
         "a3d1/mask-form $mask file+4/4 is 4 not 2"},
        {&a3d_format_a3d1, 1, "images+=1", "$mask.room=29", 4, "7b", 
         "a3d1/mask-form $mask file+4/4 is 4 not 2"},
        {&a3d_format_a3d1, 1, "images+=1", "$mask.tail=31", 4, "3bff", 
         "a3d1/mask-padding $mask file+5/1 bit 3 is 1 not 0"},
        {&a3d_format_a3d1, 1, "images+=1", "$mask.bit[12]=1", 4, "3be1", 
         "a3d1/mask-padding $mask file+5/1 bit 7 is 1 not 0"},
        {&a3d_format_a3d2, 0, "images+=1", "$package.form=stored", 0, "000d", 
         "a3d2/package-stored $package file+0/2\n"
         "a3d2/package-looks-like-a3d1 $package file+0/2"},
        {&a3d_format_a3d2, 0, "images+=1", "$package.form=long", 0, "80000012", 
         "a3d2/package-form $package file+0/4"},
        {&a3d_format_tanki, 3, "materials+=1", "materials[0].name=\"a\"", 32, "61000000", NULL},
        {&a3d_format_tanki, 3, "materials+=1", "materials.$slack=hex:beef", 48, "beef", 
         "tanki/block-left-over materials file+48/2 is 2 not 0"},
        {&a3d_format_tanki, 3, "materials+=1", "$slack=hex:be", 84, "be", 
         "tanki/trailing-bytes - file+84/1 is 1 not 0"},
        {&a3d_format_tanki, 3, "materials+=1", "$version=2", 4, "0200", NULL},
        {&a3d_format_m3g, 1, NULL, "$section[1].scheme=zlib", 42, "01", NULL},
        {&a3d_format_m3g, 1, NULL, "$section[1].checksum=0x01020304", 82, "04030201", 
         "m3g/checksum sections[1].checksum file+82/4 is 16909060 not 925566316"},
        {&a3d_format_odol, 75, "lods[0].clip={7,7}", "lods[0].clip.$fill=0", 446, "0200000000", NULL},
        {&a3d_format_odol, 75, "lods[0].clip={7,7}", "lods[0].clip.$fill=1", 446, "020000000107000000", NULL},
        {&a3d_format_odol, 75, "lods[0].clip={7,7}", "lods[0].clip.$pack=packed", 446, "0200000000021507000000", NULL},
        {&a3d_format_odol, 75, "lods[0].clip={7,7}", "lods[0].clip.$pack=raw", 446, "02000000000007000000", NULL},
        {&a3d_format_odol, 54, NULL, "$branch=dayz", 4, "36", NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b, after;
        build_make(&b, cases[i].format, cases[i].version, cases[i].base != NULL ? WORDS(cases[i].base) : NULL);
        build_edit(&b, WORDS(cases[i].edit));
        build_encode(&b, A3D_FAITHFUL);
        build_again(&after, &b, 0);
        char hex[100] = "";
        for (size_t k = 0; cases[i].bytes != NULL && k < strlen(cases[i].bytes) / 2 && cases[i].at + k < b.size; k++)
            snprintf(hex + 2 * k, 3, "%02x", b.bytes[cases[i].at + k]);
        if (cases[i].bytes != NULL && strcmp(hex, cases[i].bytes) != 0)
            fail_msg("%s: %s, not %s", cases[i].edit, hex, cases[i].bytes);
        if (cases[i].findings != NULL)
            expect_findings(after.doc, cases[i].findings);
        else
            expect_clean(after.doc, "");
        expect_bytes(after.doc, b.bytes, b.size);
        build_free(&after);
        build_free(&b);
    }
}

/* Going back from a choice gives the first bytes again. */
static void choices_can_be_taken_back(void **state)
{
    build a, b;
    (void)state;
    build_make(&a, &a3d_format_odol, 54, NULL);
    build_make(&b, &a3d_format_odol, 54, NULL);
    build_edit(&b, WORDS("$branch=dayz", "$branch=arma"));
    build_encode(&b, A3D_FAITHFUL);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    build_free(&b);
    build_free(&a);
}

/* A form or branch that does not exist is refused, however near its name is, and nothing changes. */
static void choices_that_do_not_exist(void **state)
{
    static const struct {
        const a3d_format *format;
        uint32_t version;
        const char *base, *edit, *why;
    } cases[] = {
        {&a3d_format_a3d1, 1, "images+=1", "images.$form=0", "$form is the number of bytes of an A3D length, 1 to 3"},
        {&a3d_format_a3d1, 1, "images+=1", "images.$form=4", "$form is the number of bytes of an A3D length, 1 to 3"},
        {&a3d_format_a3d2, 6, "boxes+=0", "boxes.$form=4", "$form is the number of bytes of an A3D length, 1 to 3"},
        {&a3d_format_odol, 54, NULL, "$branch=dayz2", "no branch is named 'dayz2'"},
        {&a3d_format_odol, 54, NULL, "$branch=day", "no branch is named 'day'"},
        {&a3d_format_odol, 54, NULL, "$branch=Dayz", "no branch is named 'Dayz'"},
        {&a3d_format_odol, 54, NULL, "$branch=armadillo", "no branch is named 'armadillo'"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b, same;
        const char *const *base = cases[i].base != NULL ? WORDS(cases[i].base) : NULL;
        build_make(&same, cases[i].format, cases[i].version, base);
        build_make(&b, cases[i].format, cases[i].version, base);
        const char *why = build_try(&b, cases[i].edit);
        assert_non_null(why);
        if (strstr(why, cases[i].why) == NULL)
            fail_msg("%s: %s", cases[i].edit, why);
        build_encode(&b, A3D_FAITHFUL);
        assert_int_equal(b.size, same.size);
        assert_memory_equal(b.bytes, same.bytes, b.size);
        build_free(&b);
        build_free(&same);
    }
}

/* ---- lists without nodes ---- */

static void plain_lists(void **state)
{
    static const change cases[] = {
        {&a3d_format_odol, 75, {"lods[0].faces+=3", "lods[0].faces[1].indices={1,2,3}"}, "lods[0].faces[1]+=1", "lods[0].faces.$count", "4", "lods[0].faces[2].indices[2]", "3"},
        {&a3d_format_odol, 75, {"lods[0].faces+=3", "lods[0].faces[1].indices={1,2,3}"}, "lods[0].faces[0]-=1", "lods[0].faces.$count", "2", "lods[0].faces[0].indices[0]", "1"},
        {&a3d_format_odol, 75, {"lods[0].faces+=2", "lods[0].faces[1].indices={1,2,3}"}, "lods[0].faces[0].indices={4,5,6,7}", "lods[0].faces[0].corners", "4", "lods[0].faces[1].indices[2]", "3"},
        {&a3d_format_odol, 68, {"lods[0].faces+=2", "lods[0].faces[1].indices={1,2,3}"}, "lods[0].faces-=1", "lods[0].n_faces", "1", "lods[0].alloc", "8"},
        {&a3d_format_odol, 68, {"lods[0].faces+=2", "lods[0].faces[*].indices={1,2,3}"}, "lods[0].faces[0].corners=4", "lods[0].faces[0].indices", "0100020003000000", "lods[0].faces[1].indices", "010002000300"},
        {&a3d_format_odol, 68, {"lods[0].faces+=2", "lods[0].faces[*].indices={1,2,3,4}"}, "lods[0].faces[0].corners=3", "lods[0].faces[0].indices", "010002000300", "lods[0].faces[1].indices", "0100020003000400"},
        {&a3d_format_odol, 68, {"lods[0].faces+=2", "lods[0].faces[1].indices={1,2,3}"}, "lods[0].faces[*].corners=4", "lods[0].faces[*].corners", "4 4", "lods[0].faces[1].indices", "0100020003000000"},
        {&a3d_format_odol, 75, {"lods[0].positions+=2", "lods[0].positions[1].z=4"}, "lods[0].positions[0]+={x=1,y=2}", "lods[0].positions[*].y", "bits:40000000 bits:00000000 bits:00000000",
         "lods[0].positions[2].z", "bits:40800000"},
        {&a3d_format_m3g, 1, {GROUP ".type=KeyframeSequence", GROUP ".keyframes+=2", GROUP ".keyframes[2].time=8"}, GROUP ".keyframes[0]-=1", GROUP ".keyframeCount", "2", GROUP ".keyframes[1].time", "8"},
        {&a3d_format_m3g, 1, {GROUP ".type=KeyframeSequence", GROUP ".keyframes+=2", GROUP ".keyframes[2].time=8"}, GROUP ".keyframes[2]+={time=5}", GROUP ".keyframes[*].time", "0 0 5 8",
         GROUP ".keyframeCount", "4"},
        {&a3d_format_a3d2, 6, {"boxes+=2", "boxes[1].id=7"}, "boxes[0].box={1,2,3,4,5,6,7}", "boxes[0].box[6]", "bits:40e00000", "boxes[1].id", "7"},
        {&a3d_format_a3d2, 6, {"boxes+=2", "boxes[1].id=7"}, "boxes[0].box={}", "boxes[0].box", "", "boxes[1].id", "7"},
        {&a3d_format_a3d2, 6, {"boxes+=2", "boxes[1].id=7"}, "boxes[1]+={id=3}", "boxes[*].id", "0 3 7", "boxes[1].box[0]", "bits:00000000"},
        {&a3d_format_a3d2, 6, {"boxes+=2", "boxes[1].id=7"}, "boxes[0]-=1", "boxes.$count", "1", "boxes[0].id", "7"},
        {&a3d_format_tanki, 3, {"meshes+=1", "meshes[0].vertexCount=2", "meshes[0].buffers+=1"}, "meshes[0].vertexCount=3", "meshes[0].buffers[0].vertices.$count", "3", "meshes[0].vertexCount", "3"},
        {&a3d_format_tanki, 3, {"objects+=1", "objects[0].materials={1,2,3}"}, "objects[0].materials[1]+={8,9}", "objects[0].materials[*]", "1 8 9 2 3", "objects[0].materials.$count", "5"},
        {&a3d_format_tanki, 3, {"objects+=1", "objects[0].materials={1,2,3}"}, "objects[0].materials[1]-=2", "objects[0].materials[*]", "1", "objects[0].materials.$count", "1"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const change *c = &cases[i];
        build b, after;
        build_make(&b, c->format, c->version, c->base);
        build_edit(&b, WORDS(c->edit));
        build_encode(&b, A3D_FAITHFUL);
        build_again(&after, &b, 0);
        expect_clean(after.doc, "");
        expect_at(after.doc, c->path, c->value);
        expect_at(after.doc, c->kept, c->was);
        build_free(&after);
        build_free(&b);
    }
}

/* A number of corners that is wrong moves no byte, and none is lost: neither by the edit nor by one after it. */
static void wrong_counts_in_elements(void **state)
{
    static const struct {
        const char *edit, *again;
        uint8_t value;
    } cases[] = {
        {"lods[0].faces[1].corners:=4", NULL, 4},       {"lods[0].faces[1].corners:=2", NULL, 2},
        {"lods[0].faces[1].corners:=200", NULL, 200},   {"lods[0].faces[1].corners=5", NULL, 5},
        {"lods[0].faces[1].corners=0", NULL, 0},        {"lods[0].faces[1].corners:=4", "app_id=0", 4},
        {"lods[0].faces[1].corners=5", "lods[0].faces[0].indices[0]=1", 5},
    };
    static const char *const words[] = {"lods[0].faces+=4", "lods[0].faces[*].indices={1,2,3}", NULL};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build before, b;
        build_make(&before, &a3d_format_odol, 75, words);
        build_make(&b, &a3d_format_odol, 75, words);
        build_edit(&b, (const char *const[]){cases[i].edit, cases[i].again, NULL});
        build_encode(&b, A3D_FAITHFUL);
        before.bytes[build_offset(before.doc, "lods[0].faces[1].corners")] = cases[i].value;
        assert_int_equal(b.size, before.size);
        assert_memory_equal(b.bytes, before.bytes, b.size);
        build_free(&b);
        build_free(&before);
    }
}

/* ---- every version of every format ---- */

static void fresh_documents(void **state)
{
    const a3d_format *const *formats = a3d_formats();
    (void)state;
    for (size_t i = 0; formats[i] != NULL; i++) {
        for (const a3d_version *v = formats[i]->versions; v->text != NULL; v++) {
            build made, b;
            uint32_t branch = 0;
            for (const a3d_branch *br = formats[i]->branches; v->branch != NULL && br->name != NULL; br++)
                branch = strcmp(br->name, v->branch) == 0 ? br->mask : branch;
            if (!v->generated)
                continue;
            build_fresh(&made, formats[i], v->number, branch);
            build_encode(&made, A3D_FAITHFUL);
            build_again(&b, &made, 0);
            expect_clean(b.doc, "");
            expect_bytes(b.doc, made.bytes, made.size);
            build_encode(&b, A3D_CANONICAL);
            build_encode(&b, A3D_CANONICAL);
            build_free(&b);
            build_free(&made);
        }
    }
}

/* A count that no file could follow leaves its lists as they are, those that are made anew too. */
static void counts_too_big_are_not_followed(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_tanki, 3, WORDS("meshes+={vertexCount=2,buffers+={type=position}}"));
    build_edit(&b, WORDS("meshes[0].vertexCount=4294967295", "meshes[0].buffers[0].type=uv1"));
    expect_at(b.doc, "meshes[0].vertexCount", "4294967295");
    build_encode(&b, A3D_FAITHFUL);
    assert_true(b.size < 300);
    build_free(&b);
}

/* A package that grows beyond the 14 bits of its short form takes the long one; one that is not packed has none. */
static void packages_take_the_form_they_need(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_a3d2, 6, WORDS("images+=1", "package.$form=packed"));
    b.doc->packing = A3D_PACKS_STORED;
    build_edit(&b, WORDS("indexBuffers+={byteBuffer+=20000}"));
    build_encode(&b, A3D_FAITHFUL);
    assert_true(b.bytes[0] == 0x80 && b.bytes[1] == 0);
    assert_int_equal(b.bytes[2] << 8 | b.bytes[3], b.size - 4);
    build_free(&b);
    build_make(&b, &a3d_format_a3d2, 6, WORDS("images+=1", "package.$form=stored"));
    build_edit(&b, WORDS("indexBuffers+={byteBuffer+=20000}"));
    a3d_text out;
    a3d_text_init(&out, b.doc->arena);
    assert_string_equal(a3d_encode(b.doc, A3D_FAITHFUL, &out, NULL, 0), "a package that is not packed holds 16383 bytes at most");
    build_free(&b);
}

/* The shortest form is searched for as long as that takes a moment; the header of the stream says how it was packed. */
static void large_packages_are_packed_at_once(void **state)
{
    enum { SHORTEST = 0x78DA, USUAL = 0x789C };
    (void)state;
    build b;
    build_make(&b, &a3d_format_a3d2, 6, WORDS("images+=1", "package.$form=packed"));
    build_edit(&b, WORDS("indexBuffers+={byteBuffer+=200000}"));
    build_encode(&b, A3D_FAITHFUL);
    assert_int_equal(b.bytes[2] << 8 | b.bytes[3], SHORTEST);
    build_edit(&b, WORDS("indexBuffers+={byteBuffer+=1000000}"));
    build_encode(&b, A3D_FAITHFUL);
    assert_int_equal(b.bytes[2] << 8 | b.bytes[3], USUAL);
    build_free(&b);
}

/* Elements that a field elsewhere makes larger take what the limits of the document allow, and no byte more. */
static void elements_too_big_are_not_made(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=KeyframeSequence,keyframes+=2}"));
    b.doc->most_fresh = 1 << 20;
    assert_null(build_try(&b, "sections[1].objects[1].componentCount=80000"));
    assert_non_null(build_try(&b, "sections[1].objects[1].componentCount=90000"));
    build_free(&b);
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=KeyframeSequence,keyframes+=1}"));
    assert_string_equal(build_try(&b, "sections[1].objects[1].componentCount=4294967295"), "memory ran out");
    build_free(&b);
}

/* A size in packed data can be impossible: each one packs to a file of another size. No file with a wrong one is
 * written. Which texts lead there depends on how the library packs. */
static void a_size_that_cannot_be_stated(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[0].scheme=zlib"));
    for (uint32_t i = 0, chance = 1; i < 1500; i++) {
        char word[128] = "sections[0].objects[0].authoringField=\"";
        size_t n = strlen(word), end = n + i % 60;
        for (; n < end; n++)
            word[n] = "abcdefghijklmnop"[(chance = chance * 1664525 + 1013904223) >> 28];
        strcpy(word + n, "\"");
        build_edit(&b, WORDS(word));
        a3d_text out;
        a3d_text_init(&out, &b.arena);
        if (a3d_encode(b.doc, A3D_FAITHFUL, &out, NULL, 0) == NULL) {
            snprintf(word, sizeof word, "%zu", out.size);
            expect_at(b.doc, "sections[0].objects[0].totalFileSize", word);
        }
        a3d_text_free(&out);
    }
    build_free(&b);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_repaired), cmocka_unit_test(lies_stay),
        cmocka_unit_test(quiet_edits_repair_nothing), cmocka_unit_test(values),
        cmocka_unit_test(refusals),             cmocka_unit_test(the_room_of_a_mask),
        cmocka_unit_test(a_patch_beyond_the_end),
        cmocka_unit_test(claims),               cmocka_unit_test(choices_can_be_taken_back),
        cmocka_unit_test(choices_that_do_not_exist),
        cmocka_unit_test(plain_lists),          cmocka_unit_test(wrong_counts_in_elements),
        cmocka_unit_test(fresh_documents),
        cmocka_unit_test(counts_too_big_are_not_followed), cmocka_unit_test(packages_take_the_form_they_need),
        cmocka_unit_test(large_packages_are_packed_at_once), cmocka_unit_test(elements_too_big_are_not_made),
        cmocka_unit_test(a_size_that_cannot_be_stated), cmocka_unit_test(tails_end_where_the_mask_does),
    };
    return cmocka_run_group_tests_name("edits", tests, NULL, NULL);
}
