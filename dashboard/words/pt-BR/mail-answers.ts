import type { words as english } from '../en/mail-answers.ts'
import type { Translation } from '../entries.ts'

export const words = {
  held: 'Retido: a loja pausou os convites ou está inativa.',
  'late: waits for the sending hours': 'Atrasado: espera o horário de envio.',
  'nothing is left to ask about': 'Não havia mais o que perguntar.',
  'the answer was taken back': 'A resposta foi retirada.',
  'the review was not refused after all': 'A avaliação acabou não sendo recusada.',
  'the review is not published any more': 'A avaliação não está mais publicada.',
  'kept in the outbox: SMTP_URL is not set': 'Guardado na caixa de saída: não há servidor de e-mail.',
  unsubscribed: 'A pessoa cancelou a inscrição.',
  bounced: 'Ninguém lê este endereço.',
  complained: 'A pessoa reclamou de um e-mail.',
  blocked: 'A loja não escreve para este endereço.',
  erased: 'A pessoa foi apagada.',
} as const satisfies Translation<typeof english>
