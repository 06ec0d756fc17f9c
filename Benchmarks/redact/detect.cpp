// What libfacedetection (Shiqi Yu and others, 3-clause BSD) finds in pictures, to compare with what dualcam hides.
// Reads lines "FILE.bgr WIDTH HEIGHT"; prints a line for each: the file, then score,x,y,w,h and its five landmarks' x,y for each face.

#include "facedetectcnn.h"
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

int main() {
  std::vector<unsigned char> results(FACEDETECTION_RESULT_BUFFER_SIZE);
  std::string path;
  int width, height;
  while (std::cin >> path >> width >> height) {
    std::vector<unsigned char> pixels(3 * size_t(width) * height);
    FILE *file = fopen(path.c_str(), "rb");
    if (!file || fread(pixels.data(), 1, pixels.size(), file) != pixels.size()) return 1;
    fclose(file);
    const int *found = facedetect_cnn(results.data(), pixels.data(), width, height, 3 * width);
    printf("%s", path.c_str());
    for (int face = 0; face < *found; face++) {
      const short *values = reinterpret_cast<const short *>(found + 1) + FACEDETECTION_RESULT_STRIDE_SHORTS * face;
      for (int value = 0; value < 15; value++) printf("%c%d", value ? ',' : ' ', values[value]);
    }
    printf("\n");
  }
}
