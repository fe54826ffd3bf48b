/* math.c - transforms; see scene.h. Uses only the four basic operations on doubles, whose results are the same on
 * every machine. */
#include "engine/scene/scene.h"

const a3d_affine a3d_identity = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};

static double magnitude(double x)
{
    return x < 0 ? -x : x;
}

/* Replaces a sum that is only rounding noise by 0, since the noise depends on the machine's registers. `terms` is
 * the sum of the terms' magnitudes. */
static double without_noise(double sum, double terms)
{
    return magnitude(sum) > terms * 1e-14 ? sum : 0;
}

/* Newton's method; the argument is first scaled to 1..4, where six steps suffice. */
double a3d_square_root(double square)
{
    double scale = 1, x;
    if (!(square > 0) || square - square != 0)
        return 0;
    for (; square > 4; square /= 4)
        scale *= 2;
    for (; square < 1; square *= 4)
        scale /= 2;
    x = (square + 1) / 2;
    for (int i = 0; i < 6; i++)
        x = (x + square / x) / 2;
    return x * scale;
}

a3d_affine a3d_affine_times(const a3d_affine *a, const a3d_affine *b)
{
    a3d_affine out;
    for (unsigned r = 0; r < 3; r++)
        for (unsigned c = 0; c < 4; c++) {
            double sum = c == 3 ? a->at[4 * r + 3] : 0, terms = magnitude(sum);
            for (unsigned k = 0; k < 3; k++) {
                sum += a->at[4 * r + k] * b->at[4 * k + c];
                terms += magnitude(a->at[4 * r + k] * b->at[4 * k + c]);
            }
            out.at[4 * r + c] = without_noise(sum, terms);
        }
    return out;
}

static double cofactor(const double *m, unsigned r, unsigned c)
{
    unsigned r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    double a = m[4 * r1 + c1] * m[4 * r2 + c2], b = m[4 * r1 + c2] * m[4 * r2 + c1];
    return without_noise(a - b, magnitude(a) + magnitude(b));
}

static double determinant(const double *m)
{
    return m[0] * cofactor(m, 0, 0) + m[1] * cofactor(m, 0, 1) + m[2] * cofactor(m, 0, 2);
}

bool a3d_affine_inverse(const a3d_affine *a, a3d_affine *out)
{
    double d = determinant(a->at);
    *out = a3d_identity;
    if (!(magnitude(d) > 1e-200) || d - d != 0)
        return false;
    for (unsigned r = 0; r < 3; r++) {
        double sum = 0, terms = 0;
        for (unsigned c = 0; c < 3; c++) {
            out->at[4 * r + c] = cofactor(a->at, c, r) / d;
            sum += out->at[4 * r + c] * a->at[4 * c + 3];
            terms += magnitude(out->at[4 * r + c] * a->at[4 * c + 3]);
        }
        out->at[4 * r + 3] = -without_noise(sum, terms);
    }
    return true;
}

/* Sine and cosine of a small angle (up to a quarter of a right angle) by their series; in radians. */
static void small_sine_cosine(double x, double *sine, double *cosine)
{
    double s = 0, c = 0, xx = x * x;
    for (int n = 17; n > 1; n -= 2)
        s = (1 - s) * xx / (n * (n - 1));
    for (int n = 16; n > 0; n -= 2)
        c = (1 - c) * xx / (n * (n - 1));
    *sine = x * (1 - s);
    *cosine = 1 - c;
}

a3d_affine a3d_affine_quaternion(const double q[4])
{
    a3d_affine m = a3d_identity;
    double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], s = 2 / n;
    if (!(n > 1e-60 && n < 1e60))
        return m;
    for (unsigned i = 0; i < 3; i++) {
        unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        m.at[4 * i + i] = 1 - s * (q[j] * q[j] + q[k] * q[k]);
        m.at[4 * i + j] = s * (q[i] * q[j] - q[k] * q[3]);
        m.at[4 * j + i] = s * (q[i] * q[j] + q[k] * q[3]);
    }
    return m;
}

a3d_affine a3d_affine_turn(double degrees, const double axis[3])
{
    double sine, cosine, length = a3d_square_root(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (!(length > 0) || !(magnitude(degrees) < 1e9))
        return a3d_identity;
    /* The quaternion needs half the angle. Count its right angles and compute only the rest, which is small. */
    double quarters = degrees / 180, whole = (double)(int64_t)(quarters + (quarters < 0 ? -0.5 : 0.5));
    small_sine_cosine((quarters - whole) * 1.57079632679489661923, &sine, &cosine);
    unsigned turn = (unsigned)((int64_t)whole & 3);
    double s = turn == 0 ? sine : turn == 1 ? cosine : turn == 2 ? -sine : -cosine;
    double c = turn == 0 ? cosine : turn == 1 ? -sine : turn == 2 ? -cosine : sine;
    double q[4] = {axis[0] / length * s, axis[1] / length * s, axis[2] / length * s, c};
    return a3d_affine_quaternion(q);
}

/* ---- decomposing a matrix ---- */

/* Subtracts from v its projections on the columns that are set in `used`. Returns the remaining length. */
static double subtract_projections(double m[3][3], unsigned used, double v[3])
{
    for (unsigned j = 0; j < 3; j++) {
        double along = v[0] * m[j][0] + v[1] * m[j][1] + v[2] * m[j][2];
        for (unsigned k = 0; (used >> j & 1) != 0 && k < 3; k++)
            v[k] -= along * m[j][k];
    }
    return a3d_square_root(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void set_column(double m[3][3], unsigned i, const double v[3], double length)
{
    for (unsigned k = 0; k < 3; k++)
        m[i][k] = v[k] / length;
}

/* Makes the columns orthonormal; scale[i] gets the former length of column i. A column without a direction of its
 * own gets a free one. Returns false if the columns were not orthogonal. */
static bool orthonormalize(double m[3][3], double scale[3])
{
    bool straight = true;
    unsigned used = 0;
    for (unsigned i = 0; i < 3; i++) {
        scale[i] = a3d_square_root(m[i][0] * m[i][0] + m[i][1] * m[i][1] + m[i][2] * m[i][2]);
        double left = scale[i] > 1e-30 ? subtract_projections(m, used, m[i]) : 0;
        straight &= left >= scale[i] * (1 - 1e-6) || !(scale[i] > 1e-30);
        if (!(left > scale[i] * 1e-6))
            continue;
        set_column(m, i, m[i], left);
        used |= 1u << i;
    }
    for (unsigned i = 0; i < 3; i++)
        for (unsigned axis = 0; (used >> i & 1) == 0 && axis < 3; axis++) {
            double v[3] = {axis == 0, axis == 1, axis == 2}, left = subtract_projections(m, used, v);
            if (left < 0.5)
                continue;
            set_column(m, i, v, left);
            used |= 1u << i;
        }
    return straight;
}

/* The quaternion of a rotation with the columns m. */
static void to_quaternion(double m[3][3], float out[4])
{
    double q[4], trace = m[0][0] + m[1][1] + m[2][2], square = 0;
    unsigned i = m[1][1] > m[0][0] ? 1 : 0;
    i = m[2][2] > m[i][i] ? 2 : i;
    if (trace > 0) {
        q[3] = trace + 1;
        for (unsigned k = 0; k < 3; k++)
            q[k] = without_noise(m[(k + 1) % 3][(k + 2) % 3] - m[(k + 2) % 3][(k + 1) % 3], 1);
    } else {
        unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = m[i][i] - m[j][j] - m[k][k] + 1;
        q[j] = without_noise(m[i][j] + m[j][i], 1);
        q[k] = without_noise(m[i][k] + m[k][i], 1);
        q[3] = without_noise(m[j][k] - m[k][j], 1);
    }
    for (unsigned k = 0; k < 4; k++)
        square += q[k] * q[k];
    double root = a3d_square_root(square);
    for (unsigned k = 0; k < 4; k++)
        out[k] = root > 0 ? (float)(q[k] / root) : k == 3;
}

bool a3d_affine_place(const a3d_affine *a, a3d_placement *out, bool *repaired)
{
    double m[3][3], scale[3];
    *repaired = false;
    for (unsigned i = 0; i < 12; i++) {
        double x = a->at[i];
        bool odd = !(magnitude(x) < (i % 4 == 3 ? 3e38 : 1.9e38)); /* so that the length of a column is a float, too */
        *repaired |= odd;
        if (i % 4 == 3)
            out->translation[i / 4] = odd ? 0 : (float)x;
        else
            m[i % 4][i / 4] = odd ? 0 : x;
    }
    bool straight = orthonormalize(m, scale);
    double d = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    if (d < 0) {
        scale[2] = -scale[2];
        for (unsigned k = 0; k < 3; k++)
            m[2][k] = -m[2][k];
    }
    for (unsigned i = 0; i < 3; i++)
        out->scale[i] = (float)scale[i];
    to_quaternion(m, out->rotation);
    return straight;
}
