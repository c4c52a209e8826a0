import type { MailNames } from './en.ts'

export const es = {
  kinds: {
    request: 'Solicitud de opinión',
    reminder: 'Recordatorio',
    review_published: 'Opinión publicada',
    review_rejected: 'Opinión rechazada',
    review_replied: 'Respuesta a una opinión',
    question_received: 'Nueva pregunta',
    question_answered: 'Respuesta a una pregunta',
    confirm_review: 'Confirmación de opinión',
    confirm_question: 'Confirmación de pregunta',
    invitation: 'Invitación al panel',
    webhook_disabled: 'Webhook desactivado',
    password_reset: 'Restablecer contraseña',
  },
  states: {
    queued: 'Pendiente',
    sent: 'Enviado',
    kept: 'Retenido',
    failed: 'Fallido',
    suppressed: 'Bloqueado',
    cancelled: 'Cancelado',
  },
} as const satisfies MailNames
