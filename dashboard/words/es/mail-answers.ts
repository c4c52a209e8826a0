import type { words as english } from '../en/mail-answers.ts'
import type { Translation } from '../entries.ts'

export const words = {
  held: 'Retenido: las solicitudes están en pausa o la tienda está inactiva.',
  late: 'Con retraso: sale en la próxima hora de envío.',
  nothing_left: 'Ya no hay nada que calificar.',
  reply_deleted: 'La respuesta se eliminó.',
  not_rejected: 'La opinión ya no está rechazada.',
  not_published: 'La opinión ya no está publicada.',
  kept: 'En la bandeja de salida: no hay servidor de correo.',
  moved: 'La tienda se trasladó antes del envío.',
  unreadable: 'No se escribió: no se pudo leer la base de datos.',
  not_written: 'No se escribió: {answer}',
  slow: 'El servidor de correo está lento para los correos de la tienda.',
  no_answer: 'El servidor de correo no respondió en {answer} s.',
  accents: 'El servidor de correo rechaza letras con acento en las direcciones. Respondió: {answer}',
  unsubscribed: 'El destinatario se dio de baja.',
  bounced: 'La dirección no existe.',
  complained: 'El destinatario marcó un correo como spam.',
  blocked: 'La tienda bloqueó esta dirección.',
  erased: 'Se borraron los datos de la persona.',
} as const satisfies Translation<typeof english>
