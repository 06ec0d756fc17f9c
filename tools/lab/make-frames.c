// Draws the webcams' pictures: JPEG 4:2:2 with the standard Huffman tables, as webcams send them. A tilted
// pattern moves under a box that bounces, and the camera's letter and the frame's number are written large.
// The same arguments give the same bytes.
//
//   make-frames WIDTH HEIGHT COUNT LETTER FOLDER
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum { GLYPH_WIDTH = 5, GLYPH_HEIGHT = 7 };

static const char *const glyphs[] = {
    "0:.###.#...##..###.#.###..##...#.###.", "1:..#...##....#....#....#....#...###.",
    "2:.###.#...#....#...#...#...#...#####", "3:####.....#....#.###.....#....#####.",
    "4:...#...##..#.#.#..#.#####...#....#.", "5:######....####.....#....##...#.###.",
    "6:.###.#....#....####.#...##...#.###.", "7:#####....#...#...#...#....#....#...",
    "8:.###.#...##...#.###.#...##...#.###.", "9:.###.#...##...#.####....#....#.###.",
    "A:.###.#...##...#######...##...##...#", "B:####.#...##...#####.#...##...#####.",
    "C:.###.#...##....#....#....#...#.###.", "D:####.#...##...##...##...##...#####.",
    "E:######....#....####.#....#....#####", "F:######....#....####.#....#....#....",
    "G:.###.#...##....#.####...##...#.###.", "H:#...##...##...#######...##...##...#",
};

struct picture {
    int width, height, number;
    char letter;
    JSAMPLE *pixels;  ///< Y, Cb, Cr of each pixel.
};

static JSAMPLE clamp(int value) { return (JSAMPLE)(value < 0 ? 0 : value > 255 ? 255 : value); }

// A triangle wave from 0 to `height`.
static int triangle(int position, int height) {
    int phase = position % (2 * height);
    if (phase < 0) phase += 2 * height;
    return phase < height ? phase : 2 * height - phase;
}

static void paint_background(struct picture *picture) {
    int shift = picture->number * picture->width / 40, hue = (picture->letter - 'A') * 24;
    for (int y = 0; y < picture->height; y++) {
        for (int x = 0; x < picture->width; x++) {
            JSAMPLE *pixel = picture->pixels + 3 * ((size_t)y * (size_t)picture->width + (size_t)x);
            int u = (x + shift) * 640 / picture->width, v = y * 360 / picture->height;
            pixel[0] = clamp(70 + triangle(u + v / 2, 96));
            pixel[1] = clamp(96 + hue + v / 8);
            pixel[2] = clamp(150 - hue + triangle(u / 4, 32));
        }
    }
}

static void fill(struct picture *picture, int left, int top, int width, int height, const int color[3]) {
    for (int y = top < 0 ? 0 : top; y < top + height && y < picture->height; y++) {
        for (int x = left < 0 ? 0 : left; x < left + width && x < picture->width; x++) {
            JSAMPLE *pixel = picture->pixels + 3 * ((size_t)y * (size_t)picture->width + (size_t)x);
            for (int i = 0; i < 3; i++) pixel[i] = clamp(color[i]);
        }
    }
}

static void write_text(struct picture *picture, const char *text, int left, int top, int scale) {
    for (; *text; text++, left += (GLYPH_WIDTH + 1) * scale) {
        for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++) {
            if (glyphs[i][0] != *text) continue;
            for (int at = 0; at < GLYPH_WIDTH * GLYPH_HEIGHT; at++) {
                if (glyphs[i][2 + at] != '#') continue;
                fill(picture, left + at % GLYPH_WIDTH * scale, top + at / GLYPH_WIDTH * scale, scale, scale,
                     (const int[]){235, 128, 128});
            }
        }
    }
}

static void paint(struct picture *picture) {
    char text[16];
    int scale = picture->height / 60 > 0 ? picture->height / 60 : 1, box = picture->height / 5;
    snprintf(text, sizeof text, "%c %03d", picture->letter, picture->number);
    paint_background(picture);
    fill(picture, triangle(picture->number * picture->width / 15, picture->width - box),
         picture->height - 3 * box / 2, box, box, (const int[]){200, 90, 200});
    fill(picture, scale, scale, 6 * (GLYPH_WIDTH + 1) * scale, (GLYPH_HEIGHT + 2) * scale,
         (const int[]){24, 128, 128});
    write_text(picture, text, 3 * scale, 2 * scale, scale);
}

static void save(const struct picture *picture, const char *path) {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    FILE *file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(1);
    }
    encoder.err = jpeg_std_error(&errors);
    jpeg_create_compress(&encoder);
    jpeg_stdio_dest(&encoder, file);
    encoder.image_width = (JDIMENSION)picture->width;
    encoder.image_height = (JDIMENSION)picture->height;
    encoder.input_components = 3;
    encoder.in_color_space = JCS_YCbCr;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, 80, TRUE);
    encoder.dct_method = JDCT_ISLOW;
    encoder.comp_info[0].h_samp_factor = 2;
    encoder.comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(&encoder, TRUE);
    while (encoder.next_scanline < encoder.image_height) {
        JSAMPROW row = picture->pixels + 3 * (size_t)encoder.next_scanline * (size_t)picture->width;
        jpeg_write_scanlines(&encoder, &row, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    if (fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

int main(int count, char **arguments) {
    struct picture picture = {0};
    int frames = count == 6 ? atoi(arguments[3]) : 0;
    if (count == 6) picture.width = atoi(arguments[1]), picture.height = atoi(arguments[2]);
    if (frames < 1 || frames > 1000 || picture.width < 16 || picture.height < 16 || picture.width > 4096
        || picture.height > 4096 || !isupper((unsigned char)arguments[4][0])) {
        fprintf(stderr, "usage: make-frames WIDTH HEIGHT COUNT LETTER FOLDER\n");
        return 64;
    }
    picture.letter = arguments[4][0];
    picture.pixels = malloc(3 * (size_t)picture.width * (size_t)picture.height);
    if (!picture.pixels) return 1;
    for (picture.number = 0; picture.number < frames; picture.number++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%03d.jpg", arguments[5], picture.number);
        paint(&picture);
        save(&picture, path);
    }
    free(picture.pixels);
    return 0;
}
