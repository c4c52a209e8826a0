import type { words as english } from '../en/questions.ts'
import type { Translation } from '../entries.ts'

export const words = {
  title: 'Preguntas',
  lead: 'Preguntas de tus páginas de producto. Al responder, publicas la pregunta.',
  states: {
    pending: 'Pendientes',
    published: 'Publicadas',
    rejected: 'Rechazadas',
  },
  stateLabel: 'Estado',
  search: 'Buscar en preguntas y nombres',
  answer: 'Tu respuesta',
  placeholder: 'Responde como lo harías en persona.',
  publishAnswer: 'Responder y publicar',
  saveAnswer: 'Guardar respuesta',
  withdraw: 'Eliminar respuesta',
  reject: 'Rechazar',
  publish: 'Publicar',
  saved: 'Guardado',
  emptyQueueTitle: 'No hay nada pendiente',
  emptyQueue: 'Las preguntas aparecen aquí cuando el cliente confirma su correo.',
  emptyTitle: 'No se encontraron preguntas',
  anonymous: 'Anónimo',
  noEmail: 'Sin correo',
  onlyProduct: 'Solo de este producto',
  told: 'El cliente recibe tu respuesta por correo.',
} as const satisfies Translation<typeof english>
