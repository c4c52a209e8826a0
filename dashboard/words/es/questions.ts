import type { words as english } from '../en/questions.ts'
import type { Translation } from '../entries.ts'

export const words = {
  title: 'Preguntas',
  lead: 'Preguntas de tus páginas de producto. Al responder, publicas la pregunta.',
  states: {
    all: 'Todas',
    pending: 'Pendientes',
    published: 'Publicadas',
    rejected: 'Rechazadas',
  },
  state: {
    pending: 'Pendiente',
    published: 'Publicada',
    rejected: 'Rechazada',
    removed: 'Retirada',
    unconfirmed: 'Correo sin confirmar',
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
  emptyQueueTitle: 'No hay preguntas pendientes',
  emptyQueue: 'Las preguntas aparecen aquí cuando el cliente confirma su correo.',
  emptyTitle: 'No se encontraron preguntas',
  empty: 'Quita un filtro para ver más.',
  anonymous: 'Anónimo',
  noEmail: 'Sin correo',
  told: 'El cliente recibe tu respuesta por correo.',
} as const satisfies Translation<typeof english>
