import { defineElements, init } from '../../../widgets/register.ts'

export type { RwBadge } from '../../../widgets/elements/badge/badge.ts'
export type { RwCarousel } from '../../../widgets/elements/carousel/carousel.ts'
export type { RwGallery } from '../../../widgets/elements/gallery/gallery.ts'
export type { RwQuestions } from '../../../widgets/elements/questions/questions.ts'
export type { RwRating } from '../../../widgets/elements/rating/rating.ts'
export type { RwReviews } from '../../../widgets/elements/reviews/reviews.ts'
export type { RwStore } from '../../../widgets/elements/store/store.ts'

// On a server there are no elements to define.
if ('customElements' in globalThis) defineElements()

export { init }
