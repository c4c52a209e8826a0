/**
 * The texts of the dialogs, in all languages. Dialogs are opened late and rarely, so their texts are loaded with them.
 */
const en = {
  pictures: 'Pictures by buyers',
  review: 'The review of this picture',
  pictureBy: (name: string) => `Picture by ${name}`,
  pictureOf: (place: string, count: string) => `${place} of ${count}`,
  previous: 'Previous picture',
  next: 'Next picture',
  reportTitle: 'Report this review',
  reportWhy: 'Why are you reporting it?',
  reasons: {
    spam: 'It is advertising or spam',
    offensive: 'It is offensive',
    private_data: 'It contains personal data',
    not_about_product: 'It is not about this product',
    other: 'Something else',
  },
  reportWords: 'Anything to add? (optional)',
  reportThanks: 'Thank you',
  reportSent: 'The store will review your report.',
  reportFailed: 'The report could not be sent. Please try again later.',
  cancel: 'Cancel',
  send: 'Send',
}

export type DialogTexts = typeof en

export const dialogTexts: Record<'en' | 'pt-BR' | 'es', DialogTexts> = {
  en,
  'pt-BR': {
    pictures: 'Fotos de clientes',
    review: 'Avaliação desta foto',
    pictureBy: name => `Foto de ${name}`,
    pictureOf: (place, count) => `${place} de ${count}`,
    previous: 'Foto anterior',
    next: 'Próxima foto',
    reportTitle: 'Denunciar esta avaliação',
    reportWhy: 'Por que você quer denunciá-la?',
    reasons: {
      spam: 'É propaganda ou spam',
      offensive: 'É ofensiva',
      private_data: 'Contém dados pessoais',
      not_about_product: 'Não é sobre este produto',
      other: 'Outro motivo',
    },
    reportWords: 'Algo a acrescentar? (opcional)',
    reportThanks: 'Obrigado',
    reportSent: 'A loja vai analisar a sua denúncia.',
    reportFailed: 'Não foi possível enviar a denúncia. Tente de novo mais tarde.',
    cancel: 'Cancelar',
    send: 'Enviar',
  },
  es: {
    pictures: 'Fotos de clientes',
    review: 'Opinión de esta foto',
    pictureBy: name => `Foto de ${name}`,
    pictureOf: (place, count) => `${place} de ${count}`,
    previous: 'Foto anterior',
    next: 'Foto siguiente',
    reportTitle: 'Reportar esta opinión',
    reportWhy: '¿Por qué la reportas?',
    reasons: {
      spam: 'Es publicidad o spam',
      offensive: 'Es ofensiva',
      private_data: 'Contiene datos personales',
      not_about_product: 'No es sobre este producto',
      other: 'Otro motivo',
    },
    reportWords: '¿Algo que agregar? (opcional)',
    reportThanks: 'Gracias',
    reportSent: 'La tienda revisará tu reporte.',
    reportFailed: 'No se pudo enviar el reporte. Inténtalo más tarde.',
    cancel: 'Cancelar',
    send: 'Enviar',
  },
}
