import type { ReplyTemplate } from '../../../server/tenants/stores/settings/reply-templates.ts'

const english: ReplyTemplate[] = [
  {
    title: 'Thank you',
    text: 'Thank you, {name}! We are glad that you like {product}. See you soon at {store}.',
  },
  {
    title: 'Something went wrong',
    text: 'Hi {name}, thank you for telling us. This is not what {product} should be like. Please reply to our order email, and we will put it right.',
  },
  {
    title: 'Late delivery',
    text: 'Hi {name}, you are right: your order took too long. We are talking to the carrier, and are sorry that you had to wait.',
  },
]

const portuguese: ReplyTemplate[] = [
  {
    title: 'Agradecimento',
    text: 'Obrigado, {name}! Ficamos felizes que você gostou de {product}. Até a próxima, {store}.',
  },
  {
    title: 'Algo deu errado',
    text: 'Olá, {name}! Obrigado por nos contar. Não é assim que {product} deveria ser. Responda ao e-mail do seu pedido e vamos resolver.',
  },
  {
    title: 'Entrega atrasada',
    text: 'Olá, {name}! Você tem razão: seu pedido demorou demais. Já estamos falando com a transportadora. Desculpe pela espera.',
  },
]

const spanish: ReplyTemplate[] = [
  {
    title: 'Agradecimiento',
    text: '¡Gracias, {name}! Nos alegra que te guste {product}. Te esperamos pronto en {store}.',
  },
  {
    title: 'Algo salió mal',
    text: 'Hola, {name}. Gracias por decirnos. {product} no debería ser así. Responde al correo de tu pedido y lo resolvemos.',
  },
  {
    title: 'Entrega tardía',
    text: 'Hola, {name}. Tienes razón: tu pedido tardó demasiado. Ya hablamos con la paquetería. Perdón por la espera.',
  },
]

/** Templates to begin with, in the language of the store. */
export function suggestedTemplates(locale: string): ReplyTemplate[] {
  if (/^pt\b/i.test(locale)) return portuguese
  return /^es\b/i.test(locale) ? spanish : english
}
