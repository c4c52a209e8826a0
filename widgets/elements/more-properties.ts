import { common } from './properties.ts'

/** The properties of elements whose attributes alone are in the entry script. */
export const galleryProperties = {
  ...common,
  rows: { attribute: 'data-rows', initial: 2, read: Number },
}

export const carouselProperties = { ...common, show: { attribute: 'data-source', initial: 'newest' } }
