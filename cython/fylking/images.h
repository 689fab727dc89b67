/* Keys that a position shares with its images under symmetries of the board: each point adds a
 * word for what stands on it, for all images at once, and the least sum counts. */
#ifndef FYLKING_IMAGES_H
#define FYLKING_IMAGES_H

#include "fylking/turn.h"

enum { IMAGES = 12 /* at most */, IMAGE_VALUES = 1 << 8 /* of a point */ };

typedef struct {
    int points;
    uint64_t *words; /* by point, value and image: [points][IMAGE_VALUES][IMAGES] */
} images_t;

/* `to`: where image i takes point p, at i * points + p; the first image is the position itself.
 * Returns -1 when there is no memory. */
FYL_COLD int images_make(images_t *t, int points, int images, const int32_t *to)
{
    size_t row = (size_t)IMAGE_VALUES * IMAGES;
    t->points = points;
    t->words = malloc((size_t)points * row * sizeof *t->words);
    if (t->words == NULL) return -1;
    for (int p = 0; p < points; p++)
        for (int i = 0; i < IMAGES; i++) { /* what is too much repeats the first */
            uint64_t image = (uint64_t)(i < images ? to[i * points + p] : to[p]);
            uint64_t *word = t->words + (size_t)p * row + i;
            for (uint64_t value = 0; value < IMAGE_VALUES; value++)
                word[value * IMAGES] = key_word(image + 1, value);
        }
    return 0;
}

FYL_COLD void images_drop(images_t *t)
{
    free(t->words);
    t->words = NULL;
}

/* The key of canonical bytes, and of which image they are. */
FYL_INLINE uint64_t images_key(const images_t *t, const uint8_t *bytes, int *image)
{
    uint64_t sums[IMAGES] = {0}, least;
    const uint64_t *row = t->words;
    for (int p = 0; p < t->points; p++, row += IMAGE_VALUES * IMAGES) {
        const uint64_t *word = row + IMAGES * bytes[HEAD_BYTES + p];
        for (int i = 0; i < IMAGES; i++) sums[i] += word[i];
    }
    least = sums[0];
    *image = 0;
    for (int i = 1; i < IMAGES; i++)
        if (sums[i] < least) {
            least = sums[i];
            *image = i;
        }
    return key_of(least + key_word(0, get8(bytes)));
}

#endif
