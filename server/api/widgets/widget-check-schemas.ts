import { z } from 'zod'

/** Every possible finding of a page check, with its level. */
export const findingLevels = {
  page_read: 'good',
  page_pasted: 'good',
  page_status: 'error',
  page_password: 'note',
  page_redirect: 'error',
  page_type: 'error',
  page_large: 'error',
  page_slow: 'error',
  page_name: 'error',
  page_private: 'note',
  page_port: 'note',
  page_unreachable: 'error',
  page_certificate: 'error',
  page_unreadable: 'error',
  script_found: 'good',
  script_missing: 'error',
  script_elsewhere: 'error',
  script_classic: 'error',
  script_insecure: 'error',
  script_integrity: 'error',
  script_blocked: 'error',
  script_twice: 'warning',
  reads_blocked: 'error',
  types_blocked: 'error',
  pictures_blocked: 'warning',
  frame_blocked: 'warning',
  store_right: 'good',
  store_missing: 'error',
  store_other: 'error',
  key_missing: 'error',
  key_other: 'error',
  key_secret: 'error',
  origin_any: 'good',
  origin_listed: 'good',
  origin_refused: 'error',
  widgets_found: 'good',
  widgets_missing: 'warning',
  product_missing: 'error',
  product_both: 'error',
  product_template: 'error',
  product_is_sku: 'error',
  sku_is_product: 'error',
  product_unknown: 'warning',
  product_unreviewed: 'note',
  products_more: 'note',
  products_known: 'good',
  attribute_unknown: 'warning',
  attribute_value: 'warning',
  structured_found: 'good',
  structured_twice: 'warning',
  structured_broken: 'warning',
  structured_missing: 'note',
  language_missing: 'note',
  seen_later: 'note',
} as const

export type FindingName = keyof typeof findingLevels

/** Findings of a page that others cannot open. Nothing may be wrong with it. */
export const unreadFindings: readonly FindingName[] = ['page_private', 'page_port', 'page_password']

/** With `html`, the HTML of the page as it was pasted: nothing is fetched, so the page may be anywhere. */
export const widgetCheckRequest = z.strictObject({
  url: z.string().min(1).max(2048),
  html: z.string().min(1).max(900_000).optional(),
})

export const widgetCheck = z
  .object({
    /** The requested address. */
    url: z.string(),
    /** `unread`: only the merchant's own browser can open the page, so its HTML must be pasted. */
    verdict: z.enum(['right', 'remarks', 'wrong', 'unread']),
    findings: z.array(
      z.object({
        name: z.enum(Object.keys(findingLevels) as [FindingName, ...FindingName[]]),
        level: z.enum(['error', 'warning', 'note', 'good']),
        /** Values for its sentence: an address, ids, an attribute. */
        values: z.record(z.string(), z.string()),
      }),
    ),
  })
  .meta({ title: 'WidgetCheck' })

export type WidgetCheck = z.infer<typeof widgetCheck>
export type Finding = WidgetCheck['findings'][number]

/** The values for the code to paste, and its weight on a page. */
export const widgetCode = z
  .object({
    /** The address of the script. */
    script: z.url(),
    store_key: z.string(),
    /** Compressed size in bytes. */
    weights: z.object({ rating: z.number(), reviews: z.number(), questions: z.number(), both: z.number() }),
  })
  .meta({ title: 'WidgetCode' })

export type WidgetCode = z.infer<typeof widgetCode>
