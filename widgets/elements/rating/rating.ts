/** The stars of a product. */
export class RwRating extends HTMLElement {}
