/* records.h - the M3G file, record by record: fields in wire order, with the names of the specification.
 *
 * Holds only field lists and their slots. schema.c turns them into tables and resolves the names of records,
 * enumerations and rules. */
#ifndef A3D_FORMATS_M3G_RECORDS_H
#define A3D_FORMATS_M3G_RECORDS_H

#include "model/schema.h"

#define I32_MAX 2147483647
#define U32_MAX 4294967295
#define ONE 0x3F800000 /* 1.0 and 2.0 as bits of a float */
#define TWO 0x40000000

#define FLOAT F32, STRICT
#define FLOATS(n) ARRAY(F32), FIXED(n), STRICT
/* A boolean on which the layout depends: any value other than 0 or 1 leaves the rest unreadable. */
#define DECIDES BOOL, .domain = {.kind = A3D_RANGE, .lo = 0, .hi = 1, .vital = 1, .rule = M3G_RULE_BOOLEAN}

/* ObjectIndex: the number of an earlier object of one of these classes; `MAY_NAME` allows null. The target of an
 * external reference is unknown, so it is accepted everywhere. */
#define NAMES(kinds)                                                                            \
    U32,                                                                                        \
    REF_EARLIER((kinds) | M3G_EXTERNAL_KINDS, M3G_RULE_REFERENCE_TYPE, M3G_RULE_REFERENCE_NULL, \
                M3G_RULE_REFERENCE_ORDER)
#define MAY_NAME(kinds) \
    U32, REF_EARLIER((kinds) | M3G_EXTERNAL_KINDS, M3G_RULE_REFERENCE_TYPE, 0, M3G_RULE_REFERENCE_ORDER)
#define NAMES_ALL(kinds)                                                                            \
    ARRAY(U32),                                                                                     \
        REF_EARLIER((kinds) | M3G_EXTERNAL_KINDS, M3G_RULE_REFERENCE_TYPE, M3G_RULE_REFERENCE_NULL, \
                    M3G_RULE_REFERENCE_ORDER)

/* --- the file around the objects --- */

#define CONTAINER_FIELDS(F, P) \
    F(P, identifier, BYTES, FIXED(12), MAGIC("\xABJSR184\xBB\r\n\x1A\n", 12), SAYS("what every M3G file starts with")) \
    F(P, sections, LIST(section), FRAMED(1, 0), LEAST(2), SAYS("back to back up to the end of the file"))

#define SECTION_FIELDS(F, P) \
    F(P, scheme, U8, STORAGE, ONE_OF_BY(schemes, M3G_RULE_COMPRESSION_SCHEME), SAYS("how the objects are stored")) \
    F(P, totalLength, U32, SPAN(A3D_FROM_RECORD, A3D_NO_SLOT, 0, A3D_EXACT), \
      SAYS("bytes of the whole section, scheme and checksum included")) \
    F(P, uncompressedLength, U32, UNPACKED_OF(AT(P, objects)), SAYS("bytes of the objects once inflated")) \
    F(P, objects, \
      ALTS({IF(AT(P, scheme), EQ, M3G_STORED), LIST(object), FRAMED(1, 5), RESERVE(4)}, \
           {IF(AT(P, scheme), EQ, M3G_DEFLATED), LIST(object), FRAMED(1, 5), RESERVE(4), ZLIB}, \
           {BYTES, REST, RESERVE(4)}), \
      STREAM("section"), BY_POSITION_AND_KIND(1, AT(OBJECT, type)), \
      SAYS("the objects, numbered from 1 on over all sections; only bytes when the scheme is not known")) \
    F(P, checksum, U32, ADLER32, SAYS("Adler-32 of the section before it, as stored"))

/* The header is the same in every version, since it holds the version; everything else is opaque from version 2 on. */
#define OBJECT_FIELDS(F, P) \
    F(P, type, U8, SAYS("class of the object")) \
    F(P, length, U32, SPAN(A3D_AFTER_FIELD, A3D_NO_SLOT, 0, A3D_EXACT), SAYS("bytes of the object's data")) \
    F(P, body, \
      ALTS({IF(AT(P, type), EQ, M3G_HEADER), CHOICE(AT(P, type), header_case)}, \
           {UNTIL(1), CHOICE(AT(P, type), object_cases)}), \
      TRANSPARENT, SAYS("the fields of the class")) \
    F(P, data, BYTES, REST, SINCE(2), WHEN(AT(P, type), NE, M3G_HEADER), \
      SAYS("an object of a version whose layouts are not read"))

#define HEADER_FIELDS(F, P) \
    F(P, versionMajor, U8, PUBLISH(VERSION), PRESET(1), SAYS("1, whatever the release of the API")) \
    F(P, versionMinor, U8, PUBLISH(USER), SAYS("0")) \
    F(P, hasExternalReferences, BOOL, SAYS("whether section 1 names other files")) \
    F(P, totalFileSize, U32, TOTAL, SAYS("bytes of this file")) \
    F(P, approximateContentSize, U32, COMPUTED(content_size, A3D_CHECKED_APART), \
      SAYS("a hint: bytes of this file and of all that it links to")) \
    F(P, authoringField, ZTEXT, UTF8, SAYS("copyright, tool name or nothing"))

#define EXTERNAL_FIELDS(F, P) \
    F(P, URI, ZTEXT, UTF8, SAYS("a PNG image or another M3G file, relative to this one or absolute"))

/* --- small parts --- */

#define VECTOR3D_FIELDS(F, P) \
    F(P, x, FLOAT, SAYS("first coordinate")) \
    F(P, y, FLOAT, SAYS("second coordinate")) \
    F(P, z, FLOAT, SAYS("third coordinate"))

#define COLOR_RGB_FIELDS(F, P) \
    F(P, red, U8, SAYS("255 is 1.0")) \
    F(P, green, U8, SAYS("255 is 1.0")) \
    F(P, blue, U8, SAYS("255 is 1.0"))

#define COLOR_RGBA_FIELDS(F, P) \
    COLOR_RGB_FIELDS(F, P) \
    F(P, alpha, U8, SAYS("255 is opaque"))

#define USER_PARAMETER_FIELDS(F, P) \
    F(P, parameterID, U32, SAYS("key, once in an object")) \
    F(P, parameterValue, BYTES, SAYS("for the application alone"))

/* --- the abstract classes --- */

#define OBJECT3D_FIELDS(F, P) \
    F(P, userID, U32, SAYS("for the application alone")) \
    F(P, animationTracks, NAMES_ALL(M3G_KIND(M3G_TRACK)), SAYS("AnimationTracks that move this object")) \
    F(P, userParameters, LIST(user_parameter), SAYS("keys and values of the application"))

#define TRANSFORMABLE_FIELDS(F, P) \
    OBJECT3D_FIELDS(F, P) \
    F(P, hasComponentTransform, DECIDES, SAYS("whether translation, scale and orientation follow")) \
    F(P, translation, OF(vector3d), WHEN(AT(P, hasComponentTransform), NE, 0), SAYS("applied last")) \
    F(P, scale, OF(vector3d), WHEN(AT(P, hasComponentTransform), NE, 0), SAYS("factor along each axis")) \
    F(P, orientationAngle, FLOAT, WHEN(AT(P, hasComponentTransform), NE, 0), SAYS("degrees about the axis")) \
    F(P, orientationAxis, OF(vector3d), WHEN(AT(P, hasComponentTransform), NE, 0), \
      SAYS("not zero unless the angle is")) \
    F(P, hasGeneralTransform, DECIDES, SAYS("whether a matrix follows")) \
    F(P, transform, FLOATS(16), WHEN(AT(P, hasGeneralTransform), NE, 0), SAYS("matrix row by row, applied first"))

#define NODE_FIELDS(F, P)                                                                                     \
    TRANSFORMABLE_FIELDS(F, P)                                                                                \
    F(P, enableRendering, BOOL, PRESET(1), SAYS("whether the node and what is below it are drawn"))           \
    F(P, enablePicking, BOOL, PRESET(1), SAYS("whether the node and what is below it can be picked"))         \
    F(P, alphaFactor, U8, PRESET(255), SAYS("opacity of the node; 255 is 1.0"))                               \
    F(P, scope, U32, PRESET(U32_MAX), SAYS("bits that decide which lights, fogs and cameras see it"))         \
    F(P, hasAlignment, DECIDES, SAYS("whether targets and references follow"))                                \
    F(P, zTarget, U8, WHEN(AT(P, hasAlignment), NE, 0), ONE_OF(alignments), SAYS("what the z axis turns to")) \
    F(P, yTarget, U8, WHEN(AT(P, hasAlignment), NE, 0), ONE_OF(alignments), SAYS("what the y axis turns to")) \
    F(P, zReference, MAY_NAME(M3G_NODE_KINDS), WHEN(AT(P, hasAlignment), NE, 0),                              \
      SAYS("Node of the z target, or null"))                                                                  \
    F(P, yReference, MAY_NAME(M3G_NODE_KINDS), WHEN(AT(P, hasAlignment), NE, 0),                              \
      SAYS("Node of the y target, or null"))

/* --- the classes, by type --- */

#define ANIMATION_CONTROLLER_FIELDS(F, P) \
    OBJECT3D_FIELDS(F, P) \
    F(P, speed, FLOAT, PRESET(ONE), SAYS("sequence time for each unit of world time")) \
    F(P, weight, FLOAT, PRESET(ONE), SAYS("share in a blend of animations; not negative")) \
    F(P, activeIntervalStart, I32, SAYS("world time at which it starts")) \
    F(P, activeIntervalEnd, I32, SAYS("world time at which it stops; equal to the start: always active")) \
    F(P, referenceSequenceTime, FLOAT, SAYS("sequence time at the reference world time")) \
    F(P, referenceWorldTime, I32, SAYS("world time that the sequence time refers to"))

#define ANIMATION_TRACK_FIELDS(F, P)                                                                      \
    OBJECT3D_FIELDS(F, P)                                                                                 \
    F(P, keyframeSequence, NAMES(M3G_KIND(M3G_SEQUENCE)), SAYS("KeyframeSequence that gives the values")) \
    F(P, animationController, MAY_NAME(M3G_KIND(M3G_CONTROLLER)),                                         \
      SAYS("AnimationController that gives the time, or null"))                                           \
    F(P, propertyID, U32, ONE_OF_BY(properties, M3G_RULE_PROPERTY_ID), SAYS("what is animated"))

#define APPEARANCE_FIELDS(F, P) \
    OBJECT3D_FIELDS(F, P) \
    F(P, layer, I8, WITHIN_BY(-63, 63, M3G_RULE_LAYER), SAYS("lower layers are drawn first")) \
    F(P, compositingMode, MAY_NAME(M3G_KIND(M3G_COMPOSITING_MODE)), SAYS("CompositingMode or null")) \
    F(P, fog, MAY_NAME(M3G_KIND(M3G_FOG)), SAYS("Fog or null")) \
    F(P, polygonMode, MAY_NAME(M3G_KIND(M3G_POLYGON_MODE)), SAYS("PolygonMode or null")) \
    F(P, material, MAY_NAME(M3G_KIND(M3G_MATERIAL)), SAYS("Material or null")) \
    F(P, textures, NAMES_ALL(M3G_KIND(M3G_TEXTURE)), SAYS("Texture2Ds, one for each texture unit in use"))

#define BACKGROUND_FIELDS(F, P)                                                                                        \
    OBJECT3D_FIELDS(F, P)                                                                                              \
    F(P, backgroundColor, OF(color_rgba), SAYS("what the color buffer is cleared to"))                                 \
    F(P, backgroundImage, MAY_NAME(M3G_KIND(M3G_IMAGE)), SAYS("Image2D or null"))                                      \
    F(P, backgroundImageModeX, U8, ONE_OF(image_modes), SAYS("what is beside the image"))                              \
    F(P, backgroundImageModeY, U8, ONE_OF(image_modes), SAYS("what is above and below the image"))                     \
    F(P, cropX, I32, SAYS("left edge of the part shown"))                                                              \
    F(P, cropY, I32, SAYS("upper edge of the part shown"))                                                             \
    F(P, cropWidth, I32, WITHIN_BY(0, I32_MAX, M3G_RULE_CROP_SIZE), SAYS("width of the part shown"))                   \
    F(P, cropHeight, I32, WITHIN_BY(0, I32_MAX, M3G_RULE_CROP_SIZE), SAYS("height of the part shown"))                 \
    F(P, depthClearEnabled, BOOL, PRESET(1), SAYS("whether the depth buffer is cleared"))                              \
    F(P, colorClearEnabled, BOOL, PRESET(1), SAYS("whether the color buffer is cleared"))

#define CAMERA_FIELDS(F, P) \
    NODE_FIELDS(F, P) \
    F(P, projectionType, U8, MUST_BE_ONE_OF(projections), SAYS("a matrix or four numbers")) \
    F(P, projectionMatrix, FLOATS(16), WHEN(AT(P, projectionType), EQ, 48), SAYS("projection, row by row")) \
    F(P, fovy, FLOAT, WHEN(AT(P, projectionType), NE, 48), PRESET(ONE), \
      SAYS("vertical field of view in degrees; of a parallel camera the height of the view")) \
    F(P, aspectRatio, FLOAT, WHEN(AT(P, projectionType), NE, 48), PRESET(ONE), SAYS("width by height")) \
    F(P, near, FLOAT, WHEN(AT(P, projectionType), NE, 48), PRESET(ONE), SAYS("distance of the front plane")) \
    F(P, far, FLOAT, WHEN(AT(P, projectionType), NE, 48), PRESET(TWO), SAYS("distance of the back plane"))

#define COMPOSITING_MODE_FIELDS(F, P)                                                                                  \
    OBJECT3D_FIELDS(F, P)                                                                                              \
    F(P, depthTestEnabled, BOOL, PRESET(1), SAYS("whether hidden fragments are dropped"))                              \
    F(P, depthWriteEnabled, BOOL, PRESET(1), SAYS("whether depth is written"))                                         \
    F(P, colorWriteEnabled, BOOL, PRESET(1), SAYS("whether color is written"))                                         \
    F(P, alphaWriteEnabled, BOOL, PRESET(1), SAYS("whether alpha is written"))                                         \
    F(P, blending, U8, ONE_OF(pixel_blendings), SAYS("how a fragment mixes with what is there"))                       \
    F(P, alphaThreshold, U8, SAYS("fragments with less alpha are dropped; 255 is 1.0"))                                \
    F(P, depthOffsetFactor, FLOAT, SAYS("depth offset by slope"))                                                      \
    F(P, depthOffsetUnits, FLOAT, SAYS("depth offset in smallest steps"))

#define FOG_FIELDS(F, P)                                                                                               \
    OBJECT3D_FIELDS(F, P)                                                                                              \
    F(P, color, OF(color_rgb), SAYS("color of the fog"))                                                               \
    F(P, mode, U8, MUST_BE_ONE_OF(fog_modes), SAYS("a density or two distances"))                                      \
    F(P, density, FLOAT, WHEN(AT(P, mode), EQ, 80), SAYS("exponential fog; not negative"))                             \
    F(P, near, FLOAT, WHEN(AT(P, mode), EQ, 81), SAYS("distance without fog"))                                         \
    F(P, far, FLOAT, WHEN(AT(P, mode), EQ, 81), PRESET(ONE), SAYS("distance of full fog"))

#define POLYGON_MODE_FIELDS(F, P)                                                                                      \
    OBJECT3D_FIELDS(F, P)                                                                                              \
    F(P, culling, U8, ONE_OF(cullings), SAYS("which side is not drawn"))                                               \
    F(P, shading, U8, ONE_OF(shadings), SAYS("one color for a triangle, or a blend"))                                  \
    F(P, winding, U8, ONE_OF(windings), SAYS("the order of corners that makes a front"))                               \
    F(P, twoSidedLightingEnabled, BOOL, SAYS("whether backs are lit with turned normals"))                             \
    F(P, localCameraLightingEnabled, BOOL, SAYS("whether highlights use the real direction to the camera"))            \
    F(P, perspectiveCorrectionEnabled, BOOL, SAYS("whether textures follow perspective"))

#define GROUP_FIELDS(F, P)                                           \
    NODE_FIELDS(F, P)                                                \
    F(P, children, NAMES_ALL(M3G_NODE_KINDS & ~M3G_KIND(M3G_WORLD)), \
      SAYS("Nodes that are not Worlds and have no other parent"))

#define IMAGE2D_FIELDS(F, P)                                                                                           \
    OBJECT3D_FIELDS(F, P)                                                                                              \
    F(P, format, U8, ONE_OF(image_formats), SAYS("channels of a pixel, a byte each"))                                  \
    F(P, isMutable, DECIDES, SAYS("a mutable image has no content in the file"))                                       \
    F(P, width, U32, WITHIN_BY(1, I32_MAX, M3G_RULE_IMAGE_SIZE), SAYS("pixels in a row"))                              \
    F(P, height, U32, WITHIN_BY(1, I32_MAX, M3G_RULE_IMAGE_SIZE), SAYS("rows"))                                        \
    F(P, palette, BYTES, WHEN(AT(P, isMutable), EQ, 0), SAYS("colors by index, or empty"))                             \
    F(P, pixels, BYTES, WHEN(AT(P, isMutable), EQ, 0), SAYS("pixels, or indices into the palette"))

#define TRIANGLE_STRIP_ARRAY_FIELDS(F, P) \
    OBJECT3D_FIELDS(F, P) \
    F(P, encoding, U8, MUST_BE_ONE_OF(strip_encodings), SAYS("first index or all indices, and their width")) \
    F(P, startIndex, \
      ALTS({IF(AT(P, encoding), EQ, 0), U32}, {IF(AT(P, encoding), EQ, 1), U8}, {IF(AT(P, encoding), EQ, 2), U16}), \
      SAYS("first index; the others count up from it")) \
    F(P, indices, \
      ALTS({IF(AT(P, encoding), EQ, 128), ARRAY(U32)}, {IF(AT(P, encoding), EQ, 129), ARRAY(U8)}, \
           {IF(AT(P, encoding), EQ, 130), ARRAY(U16)}), \
      WITHIN_BY(0, 65535, M3G_RULE_INDEX_LIMIT), SAYS("vertices of all strips in turn")) \
    F(P, stripLengths, ARRAY(U32), ASSET(TRIANGLES, STRIPS), LEAST(1), WITHIN_BY(3, U32_MAX, M3G_RULE_STRIP_LENGTH), \
      SAYS("vertices of each strip"))

#define LIGHT_FIELDS(F, P)                                                                                             \
    NODE_FIELDS(F, P)                                                                                                  \
    F(P, attenuationConstant, FLOAT, PRESET(ONE), SAYS("fading that is the same at any distance"))                     \
    F(P, attenuationLinear, FLOAT, SAYS("fading by distance"))                                                         \
    F(P, attenuationQuadratic, FLOAT, SAYS("fading by squared distance"))                                              \
    F(P, color, OF(color_rgb), SAYS("color of the light"))                                                             \
    F(P, mode, U8, ONE_OF(light_modes), SAYS("kind of light"))                                                         \
    F(P, intensity, FLOAT, PRESET(ONE), SAYS("factor of the color; may be negative"))                                  \
    F(P, spotAngle, FLOAT, SAYS("half the angle of the cone, 0 to 90 degrees"))                                        \
    F(P, spotExponent, FLOAT, SAYS("how the cone fades to its edge, 0 to 128"))

#define MATERIAL_FIELDS(F, P)                                                                                          \
    OBJECT3D_FIELDS(F, P)                                                                                              \
    F(P, ambientColor, OF(color_rgb), SAYS("color in ambient light"))                                                  \
    F(P, diffuseColor, OF(color_rgba), SAYS("color in other light, and opacity"))                                      \
    F(P, emissiveColor, OF(color_rgb), SAYS("color without light"))                                                    \
    F(P, specularColor, OF(color_rgb), SAYS("color of highlights"))                                                    \
    F(P, shininess, FLOAT, SAYS("how small highlights are, 0 to 128"))                                                 \
    F(P, vertexColorTrackingEnabled, BOOL, SAYS("whether vertex colours replace ambient and diffuse color"))

#define SUBMESH_FIELDS(F, P)                                                                    \
    F(P, indexBuffer, NAMES(M3G_KIND(M3G_STRIPS)), SAYS("TriangleStripArray of the triangles")) \
    F(P, appearance, MAY_NAME(M3G_KIND(M3G_APPEARANCE)), NOT_BY(0, M3G_RULE_SUBMESH_HIDDEN),    \
      SAYS("Appearance; null: not drawn"))

#define MESH_FIELDS(F, P) \
    NODE_FIELDS(F, P) \
    F(P, vertexBuffer, NAMES(M3G_KIND(M3G_BUFFER)), SAYS("VertexBuffer of all submeshes")) \
    F(P, submeshes, LIST(submesh), LEAST(1), SAYS("triangles and what they look like"))

#define MORPH_TARGET_FIELDS(F, P) \
    F(P, morphTarget, NAMES(M3G_KIND(M3G_BUFFER)), SAYS("VertexBuffer of the target")) \
    F(P, initialWeight, FLOAT, SAYS("share of the target before any animation"))

#define MORPHING_MESH_FIELDS(F, P) \
    MESH_FIELDS(F, P) \
    F(P, morphTargets, LIST(morph_target), LEAST(1), SAYS("shapes that are mixed with the base"))

#define BONE_FIELDS(F, P) \
    F(P, transformNode, NAMES(M3G_NODE_KINDS), SAYS("Node of the skeleton that moves the vertices")) \
    F(P, firstVertex, U32, SAYS("first vertex that it moves")) \
    F(P, vertexCount, U32, WITHIN_BY(1, U32_MAX, M3G_RULE_BONE_VERTICES), SAYS("how many it moves")) \
    F(P, weight, I32, WITHIN_BY(1, I32_MAX, M3G_RULE_BONE_WEIGHT), SAYS("its share among the bones of a vertex"))

#define SKINNED_MESH_FIELDS(F, P) \
    MESH_FIELDS(F, P) \
    F(P, skeleton, NAMES(M3G_KIND(M3G_GROUP)), SAYS("Group without another parent")) \
    F(P, transformReferences, LIST(bone), SAYS("bones and the vertices they move"))

#define TEXTURE2D_FIELDS(F, P)                                                                                         \
    TRANSFORMABLE_FIELDS(F, P)                                                                                         \
    F(P, image, NAMES(M3G_KIND(M3G_IMAGE)), SAYS("Image2D whose sides are powers of two"))                             \
    F(P, blendColor, OF(color_rgb), SAYS("second color of BLEND"))                                                     \
    F(P, blending, U8, ONE_OF(texture_blendings), SAYS("how texture and surface mix"))                                 \
    F(P, wrappingS, U8, ONE_OF(wrappings), SAYS("what is beside the image"))                                           \
    F(P, wrappingT, U8, ONE_OF(wrappings), SAYS("what is above and below the image"))                                  \
    F(P, levelFilter, U8, ONE_OF(level_filters), SAYS("choice between smaller copies"))                                \
    F(P, imageFilter, U8, ONE_OF(image_filters), SAYS("choice between pixels"))

#define SPRITE3D_FIELDS(F, P)                                                                 \
    NODE_FIELDS(F, P)                                                                         \
    F(P, image, NAMES(M3G_KIND(M3G_IMAGE)), SAYS("Image2D that is shown"))                    \
    F(P, appearance, MAY_NAME(M3G_KIND(M3G_APPEARANCE)), SAYS("Appearance; null: not drawn")) \
    F(P, isScaled, BOOL, SAYS("whether distance makes it smaller"))                           \
    F(P, cropX, I32, SAYS("left edge of the part shown"))                                     \
    F(P, cropY, I32, SAYS("upper edge of the part shown"))                                    \
    F(P, cropWidth, I32, WITHIN_BY(-4096, 4096, M3G_RULE_SPRITE_CROP),                        \
      SAYS("width of the part shown; negative: mirrored"))                                    \
    F(P, cropHeight, I32, WITHIN_BY(-4096, 4096, M3G_RULE_SPRITE_CROP),                       \
      SAYS("height of the part shown; negative: mirrored"))

#define KEY_TIME(F, P) \
    F(P, time, U32, WITHIN_BY(0, I32_MAX, M3G_RULE_KEYFRAME_TIME), ASCENDS, SAYS("sequence time of the keyframe"))
#define KEY_COUNT COUNT_OUT(keyframe_sequence, KEYFRAME_SEQUENCE_componentCount)
#define KEY_F32_FIELDS(F, P) \
    KEY_TIME(F, P) F(P, vectorValue, ARRAY(F32), KEY_COUNT, STRICT, SAYS("the components themselves"))
#define KEY_U8_FIELDS(F, P) \
    KEY_TIME(F, P) F(P, vectorValue, ARRAY(U8), KEY_COUNT, SAYS("bias + scale * value / 255 each"))
#define KEY_U16_FIELDS(F, P) \
    KEY_TIME(F, P) F(P, vectorValue, ARRAY(U16), KEY_COUNT, SAYS("bias + scale * value / 65535 each"))

#define KEYFRAME_SEQUENCE_FIELDS(F, P) \
    OBJECT3D_FIELDS(F, P) \
    F(P, interpolation, U8, ONE_OF(interpolations), SAYS("how values between keyframes are found")) \
    F(P, repeatMode, U8, ONE_OF(repeat_modes), SAYS("what happens after the end")) \
    F(P, encoding, U8, MUST_BE_ONE_OF(key_encodings), SAYS("how components are stored")) \
    F(P, duration, U32, WITHIN_BY(1, I32_MAX, M3G_RULE_DURATION), SAYS("length in sequence time")) \
    F(P, validRangeFirst, U32, SAYS("first keyframe in use")) \
    F(P, validRangeLast, U32, SAYS("last keyframe in use; before the first: the range wraps")) \
    F(P, componentCount, U32, WITHIN_BY(1, U32_MAX, M3G_RULE_KEYFRAME_COMPONENTS), SAYS("numbers in a keyframe")) \
    F(P, keyframeCount, U32, COUNT_OF(AT(P, keyframes)), WITHIN_BY(1, U32_MAX, M3G_RULE_KEYFRAME_COUNT), \
      SAYS("keyframes that follow")) \
    F(P, vectorBias, ARRAY(F32), COUNT_IN(AT(P, componentCount)), WHEN(AT(P, encoding), NE, 0), STRICT, \
      SAYS("value of a stored 0")) \
    F(P, vectorScale, ARRAY(F32), COUNT_IN(AT(P, componentCount)), WHEN(AT(P, encoding), NE, 0), STRICT, \
      SAYS("what the largest stored number adds")) \
    F(P, keyframes, \
      ALTS({IF(AT(P, encoding), EQ, 0), LIST(key_f32), COUNT_IN(AT(P, keyframeCount))}, \
           {IF(AT(P, encoding), EQ, 1), LIST(key_u8), COUNT_IN(AT(P, keyframeCount))}, \
           {IF(AT(P, encoding), EQ, 2), LIST(key_u16), COUNT_IN(AT(P, keyframeCount))}), \
      LEAST(1), SAYS("times and values"))

#define VERTEX_COUNT_OUT COUNT_OUT(vertex_array, VERTEX_ARRAY_componentCount)
#define VERTEX8_FIELDS(F, P) \
    F(P, components, ARRAY(I8), VERTEX_COUNT_OUT, SAYS("values, or differences from the vertex before"))
#define VERTEX16_FIELDS(F, P) \
    F(P, components, ARRAY(I16), VERTEX_COUNT_OUT, SAYS("values, or differences from the vertex before"))

#define VERTEX_ARRAY_FIELDS(F, P)                                                                                      \
    OBJECT3D_FIELDS(F, P)                                                                                              \
    F(P, componentSize, U8, MUST_BE_ONE_OF(component_sizes), SAYS("bytes of a component"))                             \
    F(P, componentCount, U8, WITHIN_BY(2, 4, M3G_RULE_VERTEX_COMPONENTS), SAYS("components of a vertex"))              \
    F(P, encoding, U8, ONE_OF(vertex_encodings), SAYS("values or differences"))                                        \
    F(P, vertexCount, U16, ASSET(VERTICES, OWN), COUNT_OF(AT(P, vertices)),                                            \
      WITHIN_BY(1, 65535, M3G_RULE_VERTEX_COUNT), SAYS("vertices that follow"))                                        \
    F(P, vertices,                                                                                                     \
      ALTS({IF(AT(P, componentSize), EQ, 1), LIST(vertex8), COUNT_IN(AT(P, vertexCount))},                             \
           {IF(AT(P, componentSize), EQ, 2), LIST(vertex16), COUNT_IN(AT(P, vertexCount))}),                           \
      LEAST(1), SAYS("signed components vertex by vertex; colors read them as unsigned"))

#define TEXCOORD_ARRAY_FIELDS(F, P) \
    F(P, texCoords, NAMES(M3G_KIND(M3G_ARRAY)), SAYS("VertexArray of the coordinates")) \
    F(P, texCoordBias, FLOATS(3), SAYS("added after scaling")) \
    F(P, texCoordScale, FLOAT, PRESET(ONE), SAYS("factor of the stored numbers"))

#define VERTEX_BUFFER_FIELDS(F, P)                                                                                     \
    OBJECT3D_FIELDS(F, P)                                                                                              \
    F(P, defaultColor, OF(color_rgba), SAYS("color of vertices when there are no colors"))                             \
    F(P, positions, ASSET(VERTICES, NAMED), MAY_NAME(M3G_KIND(M3G_ARRAY)), NOT_BY(0, M3G_RULE_POSITIONS_NULL),         \
      SAYS("VertexArray of three components, or null"))                                                                \
    F(P, positionBias, FLOATS(3), SAYS("added after scaling"))                                                         \
    F(P, positionScale, FLOAT, PRESET(ONE), SAYS("factor of the stored numbers"))                                      \
    F(P, normals, MAY_NAME(M3G_KIND(M3G_ARRAY)), SAYS("VertexArray of three components, or null"))                     \
    F(P, colors, MAY_NAME(M3G_KIND(M3G_ARRAY)), SAYS("VertexArray of three or four single bytes, or null"))            \
    F(P, texcoordArrays, LIST(texcoord_array), SAYS("texture coordinates, one array for each unit"))

#define WORLD_FIELDS(F, P) \
    GROUP_FIELDS(F, P) \
    F(P, activeCamera, MAY_NAME(M3G_KIND(M3G_CAMERA)), NOT_BY(0, M3G_RULE_CAMERA_NULL), SAYS("Camera or null")) \
    F(P, background, MAY_NAME(M3G_KIND(M3G_BACKGROUND)), SAYS("Background or null"))

/* --- slots --- */
A3D_SLOTS(CONTAINER)
A3D_SLOTS(SECTION)
A3D_SLOTS(OBJECT)
A3D_SLOTS(HEADER)
A3D_SLOTS(EXTERNAL)
A3D_SLOTS(VECTOR3D)
A3D_SLOTS(COLOR_RGB)
A3D_SLOTS(COLOR_RGBA)
A3D_SLOTS(USER_PARAMETER)
A3D_SLOTS(ANIMATION_CONTROLLER)
A3D_SLOTS(ANIMATION_TRACK)
A3D_SLOTS(APPEARANCE)
A3D_SLOTS(BACKGROUND)
A3D_SLOTS(CAMERA)
A3D_SLOTS(COMPOSITING_MODE)
A3D_SLOTS(FOG)
A3D_SLOTS(POLYGON_MODE)
A3D_SLOTS(GROUP)
A3D_SLOTS(IMAGE2D)
A3D_SLOTS(TRIANGLE_STRIP_ARRAY)
A3D_SLOTS(LIGHT)
A3D_SLOTS(MATERIAL)
A3D_SLOTS(SUBMESH)
A3D_SLOTS(MESH)
A3D_SLOTS(MORPH_TARGET)
A3D_SLOTS(MORPHING_MESH)
A3D_SLOTS(BONE)
A3D_SLOTS(SKINNED_MESH)
A3D_SLOTS(TEXTURE2D)
A3D_SLOTS(SPRITE3D)
A3D_SLOTS(KEY_F32)
A3D_SLOTS(KEY_U8)
A3D_SLOTS(KEY_U16)
A3D_SLOTS(KEYFRAME_SEQUENCE)
A3D_SLOTS(VERTEX8)
A3D_SLOTS(VERTEX16)
A3D_SLOTS(VERTEX_ARRAY)
A3D_SLOTS(TEXCOORD_ARRAY)
A3D_SLOTS(VERTEX_BUFFER)
A3D_SLOTS(WORLD)

#endif
