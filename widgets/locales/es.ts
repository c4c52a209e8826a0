import type { Texts } from './en.ts'

export const texts: Texts = {
  verified: 'Compra verificada',
  storeReply: 'Respuesta de la tienda',
  more: 'Mostrar más',
  readMore: 'Leer más',
  readLess: 'Leer menos',
  loading: 'Cargando',
  failed: 'No se pudo cargar.',
  retry: 'Intentar de nuevo',
  close: 'Cerrar',
  questions: 'Preguntas y respuestas',
  questionCount: (count, one) => (one ? '1 pregunta' : `${count} preguntas`),
  searchQuestions: 'Buscar en las preguntas',
  noQuestions: 'Aún no hay preguntas.',
  noQuestionsFound: terms => `Ninguna pregunta con “${terms}”.`,
  clearSearch: 'Borrar la búsqueda',
  ask: 'Hacer una pregunta',
  notAnswered: 'La tienda aún no ha respondido.',
  questionSent: 'Gracias. La tienda responderá a tu pregunta.',
}
