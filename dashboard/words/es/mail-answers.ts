import type { words as english } from '../en/mail-answers.ts'
import type { Translation } from '../entries.ts'

export const words = {
  held: 'Retenido: la tienda pausó las solicitudes o está inactiva.',
  'late: waits for the sending hours': 'Con retraso: espera el horario de envío.',
  'nothing is left to ask about': 'No quedaba nada que preguntar.',
  'the answer was taken back': 'La respuesta se retiró.',
  'the review was not refused after all': 'La opinión al final no se rechazó.',
  'the review is not published any more': 'La opinión ya no está publicada.',
  'kept in the outbox: SMTP_URL is not set': 'Guardado en la bandeja de salida: no hay servidor de correo.',
  unsubscribed: 'La persona se dio de baja.',
  bounced: 'Nadie lee esta dirección.',
  complained: 'La persona se quejó de un correo.',
  blocked: 'La tienda no escribe a esta dirección.',
  erased: 'La persona fue borrada.',
} as const satisfies Translation<typeof english>
