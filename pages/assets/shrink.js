const longest = 2_000 // pixels: more than the largest stored size
const small = 1_000_000 // bytes

/**
 * Shrinks a picture to at most 2,000 pixels a side, so that an old phone uploads it in seconds. Small pictures, and
 * those that the browser cannot read, stay unchanged.
 */
export async function shrink(file) {
  if (file.size <= small) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const smaller = await new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.88))
    return smaller && smaller.size < file.size ? smaller : file
  } catch {
    return file
  }
}
