/**
 * The texts of the dialogs, in all languages. Dialogs are opened late and rarely, so their texts are loaded with them.
 */
const en = {
  pictureBy: (name: string) => `Picture by ${name}`,
  pictureOf: (place: string, count: string) => `${place} of ${count}`,
  previous: 'Previous picture',
  next: 'Next picture',
  reportTitle: 'Report this review',
  reportWhy: 'What is wrong with it?',
  reasons: {
    spam: 'It is advertising or spam',
    offensive: 'It is offensive',
    private_data: 'It shows personal data',
    not_about_product: 'It is not about this product',
    other: 'Something else',
  },
  reportWords: 'Anything to add? (optional)',
  reportThanks: 'Thank you',
  reportSent: 'The store will look at this review.',
  reportFailed: 'The report could not be sent. Please try again later.',
  cancel: 'Cancel',
  send: 'Send',
}

export type DialogTexts = typeof en

export const dialogTexts: Record<'en' | 'pt-BR' | 'es', DialogTexts> = {
  en,
  'pt-BR': {
    pictureBy: name => `Foto de ${name}`,
    pictureOf: (place, count) => `${place} de ${count}`,
    previous: 'Foto anterior',
    next: 'Próxima foto',
    reportTitle: 'Denunciar esta avaliação',
    reportWhy: 'O que há de errado com ela?',
    reasons: {
      spam: 'É propaganda ou spam',
      offensive: 'É ofensiva',
      private_data: 'Mostra dados pessoais',
      not_about_product: 'Não é sobre este produto',
      other: 'Outro motivo',
    },
    reportWords: 'Quer acrescentar algo? (opcional)',
    reportThanks: 'Obrigado',
    reportSent: 'A loja vai olhar esta avaliação.',
    reportFailed: 'Não foi possível enviar a denúncia. Tente de novo mais tarde.',
    cancel: 'Cancelar',
    send: 'Enviar',
  },
  es: {
    pictureBy: name => `Foto de ${name}`,
    pictureOf: (place, count) => `${place} de ${count}`,
    previous: 'Foto anterior',
    next: 'Foto siguiente',
    reportTitle: 'Denunciar esta opinión',
    reportWhy: '¿Qué tiene de malo?',
    reasons: {
      spam: 'Es publicidad o spam',
      offensive: 'Es ofensiva',
      private_data: 'Muestra datos personales',
      not_about_product: 'No trata de este producto',
      other: 'Otro motivo',
    },
    reportWords: '¿Quieres añadir algo? (opcional)',
    reportThanks: 'Gracias',
    reportSent: 'La tienda revisará esta opinión.',
    reportFailed: 'No se pudo enviar la denuncia. Inténtalo más tarde.',
    cancel: 'Cancelar',
    send: 'Enviar',
  },
}
