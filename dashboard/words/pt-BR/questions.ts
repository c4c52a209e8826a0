import type { words as english } from '../en/questions.ts'
import type { Translation } from '../entries.ts'

export const words = {
  title: 'Perguntas',
  lead: 'O que se pergunta nas suas páginas de produto. A sua resposta publica a pergunta.',
  states: {
    pending: 'Aguardando',
    published: 'Publicadas',
    rejected: 'Não publicadas',
  },
  stateLabel: 'Situação',
  search: 'Buscar em perguntas e nomes',
  answer: 'Sua resposta',
  placeholder: 'Responda como responderia na loja.',
  publishAnswer: 'Responder e publicar',
  saveAnswer: 'Salvar a resposta',
  withdraw: 'Retirar a resposta',
  reject: 'Não publicar',
  publish: 'Publicar',
  saved: 'Salvo',
  emptyQueueTitle: 'Nenhuma pergunta espera por você',
  emptyQueue:
    'As perguntas das páginas de produto aparecem aqui, depois que quem perguntou confirma o e-mail.',
  emptyTitle: 'Nenhuma pergunta é assim',
  noEmail: 'E-mail desconhecido',
  onlyProduct: 'Só do produto',
  told: 'Quem perguntou recebe a sua resposta por e-mail.',
} as const satisfies Translation<typeof english>
