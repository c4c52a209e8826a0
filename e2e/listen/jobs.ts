import type { Demo } from './demo.ts'

/** Where a job begins, and its steps: keys as xdotool names them, `Tab… WORDS` until they are said, `hear WORDS`, `“text”`, `read`. */
export type Job = { at: (demo: Demo, language: string) => string; steps: string }

const product: Job['at'] = ({ url }, language) => `${url}/demo/p/MOKA-6?lang=${language}`
const english: Job['at'] = demo => product(demo, 'en')
const write: Job['at'] = ({ url, store_id, store_key }, locale) =>
  `${url}/write?${new URLSearchParams({ store_id, store_key, product_id: 'P-MOKA-6', locale })}`

const signIn =
  'Tab… ^Email|Email entry; “{email}”; Tab; “{password}”; Return; hear document web|No email leaves'
const dashboard: Job['at'] = ({ url }) => `${url}/admin`

export const jobs: Record<string, Job> = {
  /** Everything on a product's page, in the language that was asked for. */
  shop: { at: product, steps: 'read' },

  reviews: {
    at: english,
    steps: `h… ^Reviews; Tab… ^5 stars; space; hear 21 reviews; Tab… Sort by; Down; Tab… Often mentioned; Tab… Open picture; Return;
      shift+Tab… Next picture; space; hear \\d of \\d; Escape; Tab… Helpful; space; Tab… Report; Return; Tab… Send; Return;
      hear Choose a reason; space; Tab… Send; Return; hear Thank you; Return; hear Report; Tab… Show more; Return; hear Showing`,
  },

  question: {
    at: english,
    steps: `h… Endlich; Tab… Search questions; “moagem”; hear question; Tab… Ask a question; Return; Tab… Your question;
      Tab… Send question; Return; hear before sending; Tab… Your question entry; “Does it work on induction?”; Tab; “Ana”; Tab;
      “ana@example.com”; Tab… Send|None; Return; hear mail`,
  },

  /** The form of an order, in Portuguese: first without stars. */
  order: {
    at: ({ form }) => form,
    steps: `Tab… ^1 estrela; Tab… Enviar; Return; hear Confira; Tab; Return; Tab… ^1 estrela; space; Tab… avaliação; “Muito bom”;
      Tab… foto; Tab… Enviar; Return; hear Obrigad; read`,
  },

  /** The form without an order, in English or Arabic. */
  'open-form': {
    at: write,
    steps: `Tab… ^1 star|^نجمة; Tab… Send review|إرسال; Return; hear before sending|قبل الإرسال; Tab; Return; Tab… ^1 star|^نجمة; space;
      Tab… Your review|مراجعتك; “Boils fast.”; Tab… Your name|اسمك; “Ana”; Tab; “ana@example.com”; Tab… Send review|إرسال; Return;
      hear mail|الرسالة`,
  },

  merchant: {
    at: dashboard,
    steps: `Tab… ^Email|Email entry; “{email}”; Tab; “wrong”; Return; hear incorrect; ctrl+a; “{password}”; Return;
      hear No email leaves; Tab… ^Reviews; Return; read`,
  },

  /** A pending review is opened, published and answered. */
  moderating: {
    at: dashboard,
    steps: `${signIn}; Tab… ^Reviews; Return; Tab… Select all; Tab; Tab; Return; Tab… ^Publish; Return; hear Published; Tab… Public reply;
      “Thank you!”; Tab… Publish reply; Return; hear Reply saved`,
  },

  /** A delay that is refused, and then another one. */
  settings: {
    at: dashboard,
    steps: `${signIn}; Tab… ^Settings; Return; Tab… General; Right; Tab… Days after delivery; ctrl+a; “400”; Tab… ^Save|Save push; Return; hear 365;
      ctrl+a; “10”; Tab… Save push; Return; hear Saved`,
  },

  /** An email that asks for a review, line by line. */
  mail: { at: ({ outbox }) => outbox, steps: 'ctrl+l; “{mail}”; Return; hear oading; read' },

  /** A picture is chosen for the form of an order. */
  picture: {
    at: ({ form }) => form,
    steps: `Tab… ^1 estrela; space; Tab… foto; Return; hear Files; “{picture}”; alt+o; hear Foto 1; Tab… Remover`,
  },
}
