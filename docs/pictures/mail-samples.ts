import type { AskedProduct, MailData } from '../../server/asking/mail/composing/mail-data.ts'
import type { ComposedKind } from '../../server/foundation/mailings/kinds.ts'
import { newStoreSettings } from '../../server/tenants/stores/stores.ts'
import { askedProduct, type MailSample, mailDataOf } from '../../server/test/mail/mail-data.ts'

const site = 'https://casadaserra.example'

const store = {
  ...newStoreSettings,
  name: 'Casa da Serra',
  site_url: site,
  logo_url: `${site}/logo.svg`,
  privacy_url: `${site}/privacy`,
  data_holder: 'Casa da Serra Ltda.',
  contact_email: 'hello@casadaserra.example',
}

const english: MailSample = {
  store,
  name: 'Ana Martins',
  product: { name: 'Moka pot, 6 cups', picture: `${site}/moka.svg`, url: `${site}/p/moka` },
  rating: 4,
  title: 'Good coffee, hot handle',
  body: 'I use it every morning and the coffee is as good as at the bar.\n\nOnly the handle gets hot when the flame is too big.',
  reply:
    'Thank you, Ana! The handle stays cool on the small flame; and we have just put a silicone sleeve in the post for you.',
  reason: 'It contains personal data, such as a phone number, an email address or a document.',
}

const portuguese: MailSample = {
  ...english,
  product: { ...english.product, name: 'Cafeteira italiana, 6 xícaras' },
  title: 'Café bom, cabo quente',
  body: 'Uso todas as manhãs e o café fica como o do bar.\n\nSó o cabo esquenta quando o fogo está alto.',
  reply:
    'Agradecemos, Ana! No fogo baixo o cabo não esquenta, e acabamos de enviar uma capa de silicone para você.',
  reason: 'Contém dados pessoais, como telefone, e-mail ou documento.',
}

const questions = {
  en: { body: 'Does it work on an induction hob?', reply: 'It does: its base is of steel.' },
  'pt-BR': { body: 'Funciona em fogão de indução?', reply: 'Funciona, sim: a base é de aço.' },
}

/** The content of the pictured emails: two products in the request, one in all others. */
export function sampleOf(kind: ComposedKind, language: 'en' | 'pt-BR'): MailData[ComposedKind] {
  const sample = language === 'en' ? english : portuguese
  const cups = language === 'en' ? 'Two espresso cups' : 'Duas xícaras de espresso'
  const second = { name: cups, picture: `${site}/cups.svg`, url: `${site}/p/cups` }
  const products: AskedProduct[] = [askedProduct(sample.product, 0), askedProduct(second, 1)]
  const displayed = kind === 'request' ? products : products.slice(0, 1)
  const question = kind.startsWith('question_') ? questions[language] : {}
  return mailDataOf({ ...sample, ...question }, displayed)[kind]
}

/** The responses to the picture URLs above, by path. */
export const drawings: Record<string, string> = {
  '/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" viewBox="0 0 200 40">
    <path d="M2 33 L15 9 L22 21 L27 13 L38 33 Z" fill="#1f6f54"/><circle cx="31" cy="8" r="4" fill="#e0a526"/>
    <text x="48" y="27" font-family="Roboto, Open Sans, sans-serif" font-size="19" font-weight="700" fill="#26352f">Casa da Serra</text></svg>`,
  '/moka.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="144" height="144" viewBox="0 0 144 144">
    <rect width="144" height="144" fill="#e9e2d3"/><ellipse cx="70" cy="122" rx="40" ry="6" fill="#d6ccb7"/>
    <path d="M46 78 L38 118 Q38 121 42 121 L98 121 Q102 121 102 118 L94 78 Z" fill="#8d9794"/>
    <path d="M46 78 L38 118 Q38 121 42 121 L58 121 L60 78 Z" fill="#a9b3af"/>
    <rect x="44" y="72" width="52" height="7" rx="3" fill="#5f6966"/>
    <path d="M48 72 L40 38 L100 38 L92 72 Z" fill="#9aa4a1"/><path d="M48 72 L40 38 L58 38 L60 72 Z" fill="#b9c2be"/>
    <path d="M40 38 L30 34 L44 52 Z" fill="#9aa4a1"/><path d="M40 38 L70 26 L100 38 Z" fill="#7a8481"/>
    <circle cx="70" cy="22" r="5" fill="#26352f"/><path d="M98 42 L118 44 Q122 45 121 50 L114 88 L107 87 L112 53 L97 51 Z" fill="#26352f"/></svg>`,
  '/cups.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="144" height="144" viewBox="0 0 144 144">
    <rect width="144" height="144" fill="#dfe7e1"/><ellipse cx="72" cy="112" rx="54" ry="7" fill="#c6d2ca"/>
    <path d="M24 62 h44 v20 q0 22 -22 22 q-22 0 -22 -22 Z" fill="#fff9ef"/><ellipse cx="46" cy="62" rx="22" ry="6" fill="#5a3a26"/>
    <path d="M68 68 q14 0 12 11 q-2 10 -14 9" fill="none" stroke="#fff9ef" stroke-width="5"/>
    <path d="M78 74 h40 v16 q0 20 -20 20 q-20 0 -20 -20 Z" fill="#1f6f54"/><ellipse cx="98" cy="74" rx="20" ry="5.5" fill="#5a3a26"/>
    <path d="M118 80 q12 0 10 9 q-2 9 -12 8" fill="none" stroke="#1f6f54" stroke-width="5"/></svg>`,
}
