import type { Texts } from './en.ts'

export const texts: Texts = {
  verified: 'Compra verificada',
  storeReply: 'Resposta da loja',
  more: 'Mostrar mais',
  readMore: 'Ler mais',
  readLess: 'Ler menos',
  loading: 'Carregando',
  failed: 'Não foi possível carregar.',
  retry: 'Tentar de novo',
  close: 'Fechar',
  questions: 'Perguntas e respostas',
  questionCount: (count, one) => (one ? '1 pergunta' : `${count} perguntas`),
  searchQuestions: 'Buscar nas perguntas',
  noQuestions: 'Ainda não há perguntas.',
  noQuestionsFound: terms => `Nenhuma pergunta com “${terms}”.`,
  clearSearch: 'Limpar a busca',
  ask: 'Fazer uma pergunta',
  notAnswered: 'A loja ainda não respondeu.',
  questionSent: 'Obrigado. A loja vai responder à sua pergunta.',
}
