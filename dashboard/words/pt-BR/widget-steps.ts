import type { words as english } from '../en/widget-steps.ts'
import type { Translation } from '../entries.ts'

export const words = {
  html: {
    head: 'No head de toda página que mostra avaliações:',
    stars: 'Onde ficam as estrelas, em geral abaixo do nome do produto:',
    below: 'Onde ficam as avaliações, em geral abaixo da descrição, com o mesmo produto:',
    list: 'Abaixo do nome de cada produto da lista, cada um com o seu ID:',
    structured:
      'Seu servidor pede este endereço para cada produto e coloca a resposta no lugar dele. A resposta é JSON-LD, o formato que os buscadores leem:',
  },
  react: {
    head: 'No head de index.html (com Next.js: no layout):',
    component: 'Um arquivo com os componentes:',
    use: 'Use-os onde devem aparecer:',
    structured:
      'Opcional, com Next.js ou outro servidor React, em vez da opção da aparência: estrelas nos resultados de busca:',
  },
  vue: {
    head: 'No head de index.html (com Nuxt: app.head.script em nuxt.config):',
    setup: 'Configure o Vue para tratar os elementos como elementos personalizados:',
    component: 'Um componente:',
    use: 'Use-o onde deve aparecer:',
    structured: 'Opcional, com Nuxt, em vez da opção da aparência: estrelas nos resultados de busca:',
  },
  nuvemshop: {
    head: 'Abra os arquivos do tema por FTP (Loja online, Layout, edição avançada). Logo antes de </head>:',
    stars: 'Abaixo do nome do produto:',
    below: 'No fim, antes dos produtos relacionados:',
    list: 'Abaixo do nome do produto (em alguns temas o arquivo tem outro nome):',
  },
  woocommerce: {
    head: 'No fim do functions.php do seu tema filho, ou com um plugin como o Code Snippets:',
    stars: 'Em seguida. Coloca as estrelas abaixo do título do produto:',
    below: 'Em seguida. Coloca as avaliações abaixo da descrição:',
    list: 'Em seguida. Coloca as estrelas na loja e nas categorias, acima do preço:',
    structured:
      'Opcional, abaixo disso, em vez da opção da aparência: inclui as estrelas nos dados do WooCommerce para os buscadores:',
  },
  shopify: {
    head: 'Loja virtual, Temas, ⋯, Editar código. Logo antes de </head>:',
    stars:
      'Temas, Personalizar, modelo de produto: inclua um bloco “Liquid personalizado” abaixo do título e cole:',
    below:
      'No mesmo lugar, inclua uma seção “Liquid personalizado” abaixo das informações do produto e cole:',
    list: 'Abaixo do título (no Dawn e parecidos; em outros temas o produto pode se chamar product):',
  },
  'vtex-io': {
    component: 'Um componente em um app seu:',
    setup: 'O app precisa destes builders e desta dependência:',
    register: 'Registre os componentes como blocos:',
    use: 'Publique o app, inclua-o nas dependências do tema e use os blocos onde devem aparecer:',
  },
  'vtex-faststore': {
    component: 'Um componente:',
    register: 'Registre-o com os outros:',
    use: 'Declare uma seção com este nome para o CMS (VTEX: “Creating a new section”), rode faststore cms-sync e inclua-a na página de produto:',
  },
  'vtex-portal': {
    head: 'CMS, HTML Templates: no head do template, logo antes de </head>:',
    stars: 'No template da página de produto, abaixo do nome:',
    below: 'No mesmo template, abaixo da descrição:',
    setup: 'No fim do mesmo template. Preenche o ID do produto da página:',
    list: 'No template da prateleira, abaixo do nome:',
  },
  note: {
    react:
      'Com TypeScript, copie widgets-react.d.ts e widgets.d.ts, da pasta do script, para o seu código: eles contêm os tipos dos elementos.',
    woocommerce:
      'Desative as avaliações do próprio WooCommerce para não mostrar duas: WooCommerce, Configurações, Produtos.',
    nuvemshop: 'Antes, faça uma cópia do tema: um tema com código alterado não recebe atualizações.',
    'vtex-faststore': 'Em uma lista, use o componente no seu próprio cartão de produto.',
  },
} as const satisfies Translation<typeof english>
