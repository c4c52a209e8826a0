import { textsFor } from './texts/texts.ts'

/** Sample texts for previews of mails that quote a person. */
export type Sample = {
  name: string
  /** Used when the store's catalogue is empty. */
  products: string[]
  review: { rating: number; title: string; body: string }
  reviewReply: string
  reason: string
  question: string
  questionReply: string
  /** The notice at the top of a test mail. */
  isTest: string
  testSubject: string
}

/** The samples in the language of mails to `language`. */
export function sampleIn(language: string): Sample {
  const texts = textsFor(language)
  const sample = samples[texts.language as keyof typeof samples] ?? samples.en
  return { ...sample, reason: texts.reasons.private_data }
}

const samples: Record<'en' | 'pt-BR' | 'es', Omit<Sample, 'reason'>> = {
  en: {
    name: 'Ana',
    products: ['Moka pot, 6 cups', 'Hand grinder'],
    review: {
      rating: 4,
      title: 'Good coffee, warm handle',
      body: 'I use it every morning and the coffee is lovely.\n\nThe handle gets a little warm.',
    },
    reviewReply: 'Thank you, Ana! We are sending you a sleeve for the handle.',
    question: 'Does it work on an induction stove?',
    questionReply: 'Yes: its base is made of steel.',
    isTest: 'This is a test email from the dashboard. Its links do not work.',
    testSubject: '[Test]',
  },
  'pt-BR': {
    name: 'Ana',
    products: ['Cafeteira italiana, 6 xícaras', 'Moedor manual'],
    review: {
      rating: 4,
      title: 'Café bom, cabo quente',
      body: 'Uso todas as manhãs e o café fica ótimo.\n\nO cabo esquenta um pouco.',
    },
    reviewReply: 'Obrigado, Ana! Vamos enviar uma capa para o cabo.',
    question: 'Funciona em fogão de indução?',
    questionReply: 'Sim: a base é de aço.',
    isTest: 'Este é um e-mail de teste do painel. Os links não funcionam.',
    testSubject: '[Teste]',
  },
  es: {
    name: 'Ana',
    products: ['Cafetera italiana, 6 tazas', 'Molinillo manual'],
    review: {
      rating: 4,
      title: 'Buen café, mango caliente',
      body: 'La uso todas las mañanas y el café queda muy bueno.\n\nEl mango se calienta un poco.',
    },
    reviewReply: '¡Gracias, Ana! Te enviamos una funda para el mango.',
    question: '¿Sirve para una cocina de inducción?',
    questionReply: 'Sí: la base es de acero.',
    isTest: 'Este es un correo de prueba del panel. Los enlaces no funcionan.',
    testSubject: '[Prueba]',
  },
}
