/** What rw-gallery asks of `reviews.json`. */
export const galleryQuery = { pictured: 'true', expand: 'product,attributes', limit: 30 }

/** What rw-carousel asks of `reviews.json`, by its `data-source`. */
export function carouselQuery(source: string | undefined): Record<string, string | number> {
  const chosen = source === 'pictured' || source === 'pinned'
  return { ...(chosen && { [source]: 'true' }), expand: 'product,attributes', limit: 12 }
}
