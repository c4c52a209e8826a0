import { list, text } from '../../http/input/fields.ts'

/** The maximum number of pictures of a review or product, and of characters in the address of each. */
export const mostPictures = 50
export const longestPicture = 2048

/** The schema of the addresses of a product's pictures. */
export const pictureAddresses = list(text(longestPicture), 0, mostPictures)
