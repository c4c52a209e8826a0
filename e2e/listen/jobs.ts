import type { Demo } from './demo.ts'
import type { ProgramName } from './programs.ts'

/**
 * Where a job begins, and its steps: keys as xdotool names them, `Tab… WORDS` until they are said, `hear WORDS`, `“text”`,
 * `read` to the end, `read 30` for as many lines. `program`: where it is no browser.
 */
export type Job = { at: (demo: Demo, language: string) => string; steps: string; program?: ProgramName }

const product: Job['at'] = ({ url }, language) => `${url}/demo/p/MOKA-6?lang=${language}`
const write: Job['at'] = ({ url, store_id, store_key }, locale) =>
  `${url}/write?${new URLSearchParams({ store_id, store_key, product_id: 'P-MOKA-6', locale })}`

const signIn =
  'Tab… ^Email|Email entry; “{email}”; Tab; “{password}”; Return; hear document web|No email leaves'
const dashboard: Job['at'] = ({ url }) => `${url}/admin`

export const jobs: Record<string, Job> = {
  /** Everything on a product's page, in the language that was asked for. */
  shop: { at: product, steps: 'read' },

  /** Reviews and questions: in English, Arabic, Japanese or German. */
  reviews: {
    at: product,
    steps: `h… ^(Reviews|المراجعات|レビュー|Bewertungen) heading; Tab… ^(5 stars|5 نجوم|星5つ|5 Sterne); space; hear 21 (r|B|م)|21件;
      Tab… Sort by|الترتيب|並べ替え|Sortieren; Down; Tab… Often mentioned|يُذكر|よく挙がる|Oft erwähnt;
      Tab… Open picture|فتح الصورة|写真を開く|Foto 1; Return; shift+Tab… Next picture|الصورة التالية|次の写真|Nächstes; space;
      hear \\d (of|من|/|von) \\d; Escape; Tab… Helpful|مفيد|参考になった|Hilfreich; space; Tab… Report|إبلاغ|報告する|Melden; Return;
      Tab… ^(Send|إرسال|送信|Senden); Return; hear Choose a reason|يُرجى اختيار|理由を選んで|Wählen Sie; space; Tab… ^(Send|إرسال|送信|Senden);
      Return; hear Thank you|شكرًا|ありがとう|Vielen Dank; Return; hear Report|إبلاغ|報告する|Melden;
      Tab… Show more|عرض المزيد|もっと見る|Mehr anzeigen; Return; hear Showing|عرض|件を表示|angezeigt`,
  },

  question: {
    at: product,
    steps: `h… Endlich; Tab… Search questions|البحث في الأسئلة|質問を検索|Fragen durchsuchen; “moagem”; hear question|سؤال|質問|Frage;
      Tab… Ask a question|طرح سؤال|質問する|Frage stellen; Return; Tab… Your question|سؤالك|ご質問|Ihre Frage;
      Tab… Send question|إرسال السؤال|質問を送信|Frage senden; Return; hear before sending|قبل الإرسال|送信する前に|vor dem Senden; Tab;
      Return; “Does it work on induction?”; Tab; “Ana”; Tab; “ana@example.com”;
      Tab… Send question|إرسال السؤال|質問を送信|Frage senden|None; Return; hear mail|رسالة|メール|Mail`,
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

  /** The same in a mail program, as HTML and as text. */
  letter: { at: ({ letter }) => letter, program: 'thunderbird', steps: 'read' },
  'letter-text': { at: ({ letter }) => letter, program: 'thunderbird-text', steps: 'read' },

  /** Screens of the dashboard, line by line. */
  screens: {
    at: dashboard,
    steps: [
      ...['', '/questions', '/orders', '/orders/earlier-buyers', '/products', '/data', '/mail', '/widgets'],
      ...['/settings?tab=team', '/settings?tab=privacy', '/account'],
    ].reduce(
      (steps, path) =>
        `${steps}; ctrl+l; “{url}/admin/{store_id}${path}”; Return; hear Finished loading; read 100`,
      signIn,
    ),
  },

  /** A picture is chosen for the form of an order. */
  picture: {
    at: ({ form }) => form,
    steps: `Tab… ^1 estrela; space; Tab… foto; Return; hear Files; “{picture}”; alt+o; hear Foto 1; Tab… Remover`,
  },
}
