import {
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefAttributes,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import type {
  RwBadge as BadgeElement,
  RwCarousel as CarouselElement,
  RwGallery as GalleryElement,
  RwQuestions as QuestionsElement,
  RwRating as RatingElement,
  RwReviews as ReviewsElement,
  RwStore as StoreElement,
} from './index.ts'
import './index.ts'
import { claimPastEvent, recordEvents } from './past-events.ts'

/** The store and product. What is missing comes from `init`, or from the attributes of `html` or `body`. */
export type SourceProps = {
  /** The store's id. */
  storeId?: string | undefined
  /** The store's public key. */
  storeKey?: string | undefined
  /** The address of the service, such as `https://reviews.example.com`. */
  apiUrl?: string | undefined
  /** The product's id. */
  productId?: string | undefined
  /** The product's SKU, instead of its id. */
  productSku?: string | undefined
}

/** Content that a server rendered (`@realword/widgets/server`), or content for the slots. A template takes no children. */
export type ContentProps =
  | { template?: undefined; children?: ReactNode }
  | { template?: string | undefined; children?: undefined }

export type FailureProps = {
  /** The element could not load. */
  onRwError?: ((event: CustomEvent<{ error: unknown }>) => void) | undefined
}

type LoadingProps<Detail> = FailureProps & {
  /** The element is shown. */
  onRwLoad?: ((event: CustomEvent<Detail>) => void) | undefined
}

/** The number of reviews or questions; in a gallery, of reviews with pictures. */
type Count = { count: number }

export type RwRatingProps = SourceProps &
  LoadingProps<{ average: number; total: number }> & {
    /** The colour of the stars. */
    starColor?: string | undefined
    /** `compact` shows one star with the average. */
    theme?: 'compact' | undefined
    /** The average, 0 to 5. If set, nothing is loaded. */
    rating?: number | undefined
    /** The number of reviews. If set, nothing is loaded. */
    totalReviews?: number | undefined
    /** Disables loading. */
    disableAutoFetch?: boolean | undefined
    /** Content that a server rendered. */
    template?: string | undefined
  }

export type RwReviewsProps = SourceProps &
  ContentProps &
  LoadingProps<Count> & {
    /** The number of reviews per page, 1 to 100. */
    itemsPerPage?: number | undefined
    /** The form of the summary. */
    headerType?: 'default' | 'histogram' | 'compact' | 'minimal' | 'centered' | undefined
    /** Two cards in a row, or one. */
    listType?: 'grid' | 'list' | undefined
    /** Adds JSON-LD for search engines to the page. */
    structuredData?: boolean | undefined
    /** Displays buttons for what the reviews often mention. */
    topics?: boolean | undefined
    /** The shopper's review was sent, to be confirmed by email. */
    onRwReviewSent?: ((event: CustomEvent) => void) | undefined
  }

export type RwQuestionsProps = SourceProps &
  LoadingProps<Count> & {
    /** Whether shoppers can ask. */
    enableNewQuestions?: boolean | undefined
    children?: ReactNode
    /** The shopper's question was sent to the store. */
    onRwQuestionSent?: ((event: CustomEvent) => void) | undefined
  }

export type RwGalleryProps = SourceProps &
  LoadingProps<Count> & {
    /** The number of rows, 1 to 6. */
    rows?: number | undefined
    /** Content that a server rendered. */
    template?: string | undefined
  }

export type RwCarouselProps = SourceProps &
  LoadingProps<Count> & {
    /** The newest reviews, the newest with pictures, or those that the store pinned. */
    source?: 'newest' | 'pictured' | 'pinned' | undefined
    /** Content that a server rendered. */
    template?: string | undefined
  }

type StoreProps = Omit<SourceProps, 'productId' | 'productSku'>

export type RwBadgeProps = StoreProps &
  LoadingProps<{ average: number; total: number }> & {
    /** `compact` shows one star, and no frame. */
    theme?: 'compact' | undefined
    /** The address of the page of all reviews. */
    url?: string | undefined
    /** Content that a server rendered. */
    template?: string | undefined
  }

export type RwStoreProps = StoreProps & ContentProps & LoadingProps<Count>

type Html = Omit<HTMLAttributes<HTMLElement>, 'children'>
type Component<Props, Element> = ForwardRefExoticComponent<Html & Props & RefAttributes<Element>>

recordEvents()

/** `<rw-rating>`: the stars of a product. */
export const RwRating: Component<RwRatingProps, RatingElement> = componentOf('rw-rating', 'RwRating')
/** `<rw-reviews>`: the reviews of a product. */
export const RwReviews: Component<RwReviewsProps, ReviewsElement> = componentOf('rw-reviews', 'RwReviews')
/** `<rw-questions>`: the questions about a product. */
export const RwQuestions: Component<RwQuestionsProps, QuestionsElement> = componentOf(
  'rw-questions',
  'RwQuestions',
)
/** `<rw-gallery>`: the pictures of a product's reviews, or of all of the store. */
export const RwGallery: Component<RwGalleryProps, GalleryElement> = componentOf('rw-gallery', 'RwGallery')
/** `<rw-carousel>`: reviews in a row, of a product or of all products. */
export const RwCarousel: Component<RwCarouselProps, CarouselElement> = componentOf(
  'rw-carousel',
  'RwCarousel',
)
/** `<rw-badge>`: the rating of the store in one line. */
export const RwBadge: Component<RwBadgeProps, BadgeElement> = componentOf('rw-badge', 'RwBadge')
/** `<rw-store>`: the page of all reviews. */
export const RwStore: Component<RwStoreProps, StoreElement> = componentOf('rw-store', 'RwStore')

const attributes: Record<string, string> = Object.fromEntries(
  [
    ...['storeId', 'storeKey', 'apiUrl', 'productId', 'productSku'],
    ...['starColor', 'theme', 'rating', 'totalReviews', 'disableAutoFetch'],
    ...['itemsPerPage', 'headerType', 'listType', 'structuredData', 'topics', 'enableNewQuestions'],
    ...['rows', 'source', 'url'],
  ].map(name => [name, `data-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`]),
)

const listeners: Record<string, string> = {
  onRwLoad: 'rw-load',
  onRwError: 'rw-error',
  onRwReviewSent: 'rw-review-sent',
  onRwQuestionSent: 'rw-question-sent',
}

type AnyProps = Record<string, unknown>

function componentOf<Props, Element extends HTMLElement>(
  tag: string,
  name: string,
): Component<Props, Element> {
  const component = forwardRef<Element, AnyProps>((props, ref) =>
    createElement(
      tag,
      { ...attributesOf(props), ref: useListeners(props, ref) },
      props.children as ReactNode,
    ),
  )
  component.displayName = name
  return component as unknown as Component<Props, Element>
}

// React 18 writes the properties of custom elements as attributes of the same name, so they are named as in HTML.
function attributesOf({ children: _children, template, className, ...props }: AnyProps): AnyProps {
  const entries = Object.entries(props).filter(([name]) => !listeners[name])
  return {
    ...Object.fromEntries(entries.map(([name, value]) => attributeOf(name, value))),
    ...(className !== undefined && { class: className }),
    // The browser makes the template the shadow tree of the element, so React does not find it there.
    ...(template !== undefined && {
      dangerouslySetInnerHTML: { __html: template },
      suppressHydrationWarning: true,
    }),
  }
}

function attributeOf(name: string, value: unknown): [string, unknown] {
  const attribute = attributes[name]
  return attribute ? [attribute, value === undefined ? undefined : String(value)] : [name, value]
}

// React 18 has no events of custom elements.
function useListeners<Element extends HTMLElement>(
  props: AnyProps,
  ref: Ref<Element>,
): RefObject<Element | null> {
  const element = useRef<Element>(null)
  const current = useRef(props)
  useImperativeHandle(ref, () => element.current as Element)
  useEffect(() => {
    current.current = props
  })
  useEffect(() => {
    const { current: one } = element
    if (!one) return
    const deliver = (event: Event) => {
      claimPastEvent(one)
      const name = Object.keys(listeners).find(name => listeners[name] === event.type) ?? ''
      const listener = current.current[name]
      if (typeof listener === 'function') listener(event)
    }
    const past = claimPastEvent(one)
    if (past) deliver(past)
    for (const type of Object.values(listeners)) one.addEventListener(type, deliver)
    return () => {
      for (const type of Object.values(listeners)) one.removeEventListener(type, deliver)
    }
  }, [])
  return element
}

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : ''
// React 19 writes {false} as "false" in the browser, and leaves the attribute out on the server.
type Text<Value> = Value extends false
  ? 'false'
  : Value extends string | number | boolean
    ? Value | `${Value}`
    : Value
type AllProps<Props> = Props extends unknown ? keyof Props : never
type SettingOf<Props> = Exclude<AllProps<Props> & string, `on${string}` | 'template' | 'children'>

/** The attributes of an element, as it has them in HTML. */
type RawElement<Props, Element> = {
  [Name in SettingOf<Props> as `data-${Kebab<Name>}`]?: Text<Props[Name]>
} & Html &
  RefAttributes<Element> & { children?: ReactNode }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'rw-rating': RawElement<RwRatingProps, RatingElement>
      'rw-reviews': RawElement<RwReviewsProps, ReviewsElement>
      'rw-questions': RawElement<RwQuestionsProps, QuestionsElement>
      'rw-badge': RawElement<RwBadgeProps, BadgeElement>
      'rw-store': RawElement<RwStoreProps, StoreElement>
      'rw-gallery': RawElement<RwGalleryProps, GalleryElement>
      'rw-carousel': RawElement<RwCarouselProps, CarouselElement>
    }
  }
}
