import type { words as english } from '../en/mail-answers.ts'
import type { Translation } from '../entries.ts'

export const words = {
  held: 'Retido: os convites estão pausados ou a loja está inativa.',
  'late: waits for the sending hours': 'Atrasado: sai no próximo horário de envio.',
  'nothing is left to ask about': 'Não há mais o que avaliar.',
  'the answer was taken back': 'A resposta foi excluída.',
  'the review was not refused after all': 'A avaliação não está mais recusada.',
  'the review is not published any more': 'A avaliação não está mais publicada.',
  'kept in the outbox: SMTP_URL is not set': 'Na caixa de saída: não há servidor de e-mail.',
  unsubscribed: 'O destinatário cancelou a inscrição.',
  bounced: 'O endereço não existe.',
  complained: 'O destinatário marcou um e-mail como spam.',
  blocked: 'A loja bloqueou este endereço.',
  erased: 'Os dados da pessoa foram apagados.',
} as const satisfies Translation<typeof english>
