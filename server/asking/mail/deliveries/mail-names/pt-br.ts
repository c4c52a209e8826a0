import type { MailNames } from './en.ts'

export const ptBR = {
  kinds: {
    request: 'Convite para avaliar',
    reminder: 'Lembrete',
    review_published: 'Avaliação publicada',
    review_rejected: 'Avaliação recusada',
    review_replied: 'Resposta a uma avaliação',
    question_received: 'Nova pergunta',
    question_answered: 'Resposta a uma pergunta',
    confirm_review: 'Confirmação de avaliação',
    confirm_question: 'Confirmação de pergunta',
    invitation: 'Convite para o painel',
    webhook_disabled: 'Webhook desativado',
    password_reset: 'Redefinição de senha',
  },
  states: {
    queued: 'Pendente',
    sent: 'Enviado',
    kept: 'Guardado',
    failed: 'Falhou',
    suppressed: 'Bloqueado',
    cancelled: 'Cancelado',
  },
} as const satisfies MailNames
