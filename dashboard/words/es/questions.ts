import type { words as english } from '../en/questions.ts'
import type { Translation } from '../entries.ts'

export const words = {
  title: 'Preguntas',
  lead: 'Lo que se pregunta en tus páginas de producto. Tu respuesta publica la pregunta.',
  states: {
    pending: 'En espera',
    published: 'Publicadas',
    rejected: 'No publicadas',
  },
  stateLabel: 'Estado',
  search: 'Buscar en preguntas y nombres',
  answer: 'Tu respuesta',
  placeholder: 'Responde como lo harías en la tienda.',
  publishAnswer: 'Responder y publicar',
  saveAnswer: 'Guardar la respuesta',
  withdraw: 'Retirar la respuesta',
  reject: 'No publicar',
  publish: 'Publicar',
  saved: 'Guardado',
  emptyQueueTitle: 'Ninguna pregunta te espera',
  emptyQueue: 'Las preguntas de tus páginas aparecen aquí cuando quien preguntó confirma su correo.',
  emptyTitle: 'Ninguna pregunta es así',
  noEmail: 'Correo desconocido',
  onlyProduct: 'Solo del producto',
  told: 'Quien preguntó recibe tu respuesta por correo.',
} as const satisfies Translation<typeof english>
