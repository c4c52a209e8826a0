import type { LazyElement } from '../define.ts'

// Before their code, what most of them share.
export { carouselProperties } from './more-properties.ts'
export { Strip } from './strips/strip.ts'

/** Loads the element of a name without `rw-`. */
export const load = (name: string): Promise<LazyElement> => (loaders[name] as Loader)()

type Loader = () => Promise<LazyElement>

const loaders: Record<string, Loader> = {
  gallery: async () => (await import('./gallery/gallery.ts')).RwGallery,
  carousel: async () => (await import('./carousel/carousel.ts')).RwCarousel,
}
