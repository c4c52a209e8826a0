import type { LazyElement } from '../define.ts'

type Loader = () => Promise<LazyElement>

/** Loads the element of a name without `rw-`. */
export const load = (name: string): Promise<LazyElement> => (loaders[name] as Loader)()

const loaders: Record<string, Loader> = {
  badge: async () => (await import('./badge/badge.ts')).RwBadge,
  store: async () => (await import('./store/store.ts')).RwStore,
  gallery: async () => (await import('./gallery/gallery.ts')).RwGallery,
  carousel: async () => (await import('./carousel/carousel.ts')).RwCarousel,
}
