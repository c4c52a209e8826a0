import type { words as english } from '../en/mail-answers.ts'
import type { Translation } from '../entries.ts'

export const words = {
  held: 'Retido: os convites estão pausados ou a loja está inativa.',
  late: 'Atrasado: sai no próximo horário de envio.',
  nothing_left: 'Não há mais o que avaliar.',
  reply_deleted: 'A resposta foi excluída.',
  not_rejected: 'A avaliação não está mais recusada.',
  not_published: 'A avaliação não está mais publicada.',
  kept: 'Na caixa de saída: não há servidor de e-mail.',
  moved: 'A loja foi transferida antes do envio.',
  unreadable: 'Não foi escrito: não foi possível ler o banco de dados.',
  not_written: 'Não foi escrito: {answer}',
  slow: 'O servidor de e-mail está lento para os e-mails da loja.',
  no_answer: 'O servidor de e-mail não respondeu em {answer} s.',
  accents: 'O servidor de e-mail recusa letras com acento em endereços. Ele respondeu: {answer}',
  unsubscribed: 'O destinatário cancelou a inscrição.',
  bounced: 'O endereço não existe.',
  complained: 'O destinatário marcou um e-mail como spam.',
  blocked: 'A loja bloqueou este endereço.',
  erased: 'Os dados da pessoa foram apagados.',
} as const satisfies Translation<typeof english>
