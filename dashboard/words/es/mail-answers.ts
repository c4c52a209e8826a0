import type { words as english } from '../en/mail-answers.ts'
import type { Translation } from '../entries.ts'

export const words = {
  held: 'Retenido: las solicitudes están en pausa o la tienda está inactiva.',
  'late: waits for the sending hours': 'Con retraso: sale en la próxima hora de envío.',
  'nothing is left to ask about': 'Ya no hay nada que calificar.',
  'the answer was taken back': 'La respuesta se eliminó.',
  'the review was not refused after all': 'La opinión ya no está rechazada.',
  'the review is not published any more': 'La opinión ya no está publicada.',
  'kept in the outbox: SMTP_URL is not set': 'En la bandeja de salida: no hay servidor de correo.',
  unsubscribed: 'El destinatario se dio de baja.',
  bounced: 'La dirección no existe.',
  complained: 'El destinatario marcó un correo como spam.',
  blocked: 'La tienda bloqueó esta dirección.',
  erased: 'Se borraron los datos de la persona.',
} as const satisfies Translation<typeof english>
