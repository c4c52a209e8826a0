import type { Texts } from './words.tsx'

// Where a piece of the code goes, by platform.
const en = {
  html: {
    head: 'Into the head of every page that shows reviews:',
    stars:
      'Where the stars shall be, usually below the product’s name. Replace the id by that of the page’s product:',
    below: 'Where the reviews shall be, usually below the description. Replace the id here too:',
    list: 'Below the name of each product of the list, each with its own id:',
  },
  react: {
    head: 'Into the head of index.html (with Next.js: into the layout):',
    styles: 'Into your global style sheet:',
    component: 'A file with the components:',
    use: 'Use them where they shall appear:',
  },
  vue: {
    head: 'Into the head of index.html (with Nuxt: app.head.script in nuxt.config):',
    setup: 'Tell Vue that the elements are none of its components:',
    component: 'A component:',
    use: 'Use it where it shall appear:',
  },
  nuvemshop: {
    head: 'Open the theme’s files by FTP (Online store, Layout, advanced editing). Just before </head>:',
    stars: 'Below the name of the product:',
    below: 'At the end, before the related products:',
    list: 'Below the name of the product (in some themes the file has another name):',
  },
  woocommerce: {
    head: 'At the end of functions.php of your child theme, or with a plugin such as Code Snippets:',
    stars: 'Below it. It puts the stars below the product’s title:',
    below: 'Below it. It puts the reviews below the description:',
    list: 'Below it. It puts the stars into shop and category pages, above the price:',
  },
  shopify: {
    head: 'Online Store, Themes, ⋯, Edit code. Just before </head>:',
    stars:
      'Themes, Customize, the template of products: add a “Custom Liquid” block below the title and paste:',
    below: 'In the same place add a “Custom Liquid” section below the product’s information and paste:',
    list: 'Below the title (in Dawn and its relatives; in other themes the product may be called product):',
  },
  'vtex-io': {
    component: 'A component in an app of yours:',
    setup: 'The app needs these builders and this dependency:',
    register: 'Make blocks of the components:',
    use: 'Publish the app, add it to the dependencies of your theme, and name the blocks where they shall appear:',
  },
  'vtex-faststore': {
    component: 'A component:',
    register: 'Register it with the others:',
    use: 'Declare a section of this name for the CMS (VTEX: “Creating a new section”), run faststore cms-sync, and add it to the product page:',
  },
  'vtex-portal': {
    head: 'CMS, HTML Templates: into the head of the template, just before </head>:',
    stars: 'In the template of the product’s page, below the name:',
    below: 'In the same template, below the description:',
    setup: 'At the end of the same template. It fills in the id of the page’s product:',
    list: 'In the template of the shelf, below the name:',
  },
  note: {
    react:
      'With TypeScript, put widgets-react.d.ts and widgets.d.ts from the folder of the script into your sources: the elements are then known.',
    woocommerce:
      'Switch WooCommerce’s own reviews off, so that there are no two: WooCommerce, Settings, Products.',
    nuvemshop: 'Make a copy of the theme first: a theme whose code was changed gets no updates.',
    'vtex-faststore': 'In a list, use the component in your own product card.',
  },
}

const ptBR: typeof en = {
  html: {
    head: 'No head de toda página que mostra avaliações:',
    stars:
      'Onde as estrelas devem ficar, em geral abaixo do nome do produto. Troque o id pelo do produto da página:',
    below: 'Onde as avaliações devem ficar, em geral abaixo da descrição. Troque o id aqui também:',
    list: 'Abaixo do nome de cada produto da lista, cada um com o seu id:',
  },
  react: {
    head: 'No head de index.html (com Next.js: no layout):',
    styles: 'Na sua folha de estilos global:',
    component: 'Um arquivo com os componentes:',
    use: 'Use-os onde devem aparecer:',
  },
  vue: {
    head: 'No head de index.html (com Nuxt: app.head.script em nuxt.config):',
    setup: 'Diga ao Vue que os elementos não são componentes dele:',
    component: 'Um componente:',
    use: 'Use-o onde deve aparecer:',
  },
  nuvemshop: {
    head: 'Abra os arquivos do tema por FTP (Loja online, Layout, edição avançada). Logo antes de </head>:',
    stars: 'Abaixo do nome do produto:',
    below: 'No fim, antes dos produtos relacionados:',
    list: 'Abaixo do nome do produto (em alguns temas o arquivo tem outro nome):',
  },
  woocommerce: {
    head: 'No fim do functions.php do seu tema filho, ou com um plugin como o Code Snippets:',
    stars: 'Abaixo disso. Coloca as estrelas sob o título do produto:',
    below: 'Abaixo disso. Coloca as avaliações sob a descrição:',
    list: 'Abaixo disso. Coloca as estrelas na loja e nas categorias, acima do preço:',
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
    register: 'Faça dos componentes blocos:',
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
    setup: 'No fim do mesmo template. Preenche o id do produto da página:',
    list: 'No template da prateleira, abaixo do nome:',
  },
  note: {
    react:
      'Com TypeScript, coloque widgets-react.d.ts e widgets.d.ts, da pasta do script, no seu código: os elementos passam a ser conhecidos.',
    woocommerce:
      'Desligue as avaliações do próprio WooCommerce para não haver duas: WooCommerce, Configurações, Produtos.',
    nuvemshop: 'Antes, faça uma cópia do tema: um tema com código alterado não recebe atualizações.',
    'vtex-faststore': 'Em uma lista, use o componente no seu próprio cartão de produto.',
  },
}

const es: typeof en = {
  html: {
    head: 'En el head de cada página que muestra opiniones:',
    stars:
      'Donde deban estar las estrellas, por lo general bajo el nombre del producto. Cambia el id por el del producto de la página:',
    below: 'Donde deban estar las opiniones, por lo general bajo la descripción. Cambia el id aquí también:',
    list: 'Bajo el nombre de cada producto de la lista, cada uno con su id:',
  },
  react: {
    head: 'En el head de index.html (con Next.js: en el layout):',
    styles: 'En tu hoja de estilos global:',
    component: 'Un archivo con los componentes:',
    use: 'Úsalos donde deban aparecer:',
  },
  vue: {
    head: 'En el head de index.html (con Nuxt: app.head.script en nuxt.config):',
    setup: 'Dile a Vue que los elementos no son componentes suyos:',
    component: 'Un componente:',
    use: 'Úsalo donde deba aparecer:',
  },
  nuvemshop: {
    head: 'Abre los archivos del tema por FTP (Tienda online, Diseño, edición avanzada). Justo antes de </head>:',
    stars: 'Bajo el nombre del producto:',
    below: 'Al final, antes de los productos relacionados:',
    list: 'Bajo el nombre del producto (en algunos temas el archivo tiene otro nombre):',
  },
  woocommerce: {
    head: 'Al final de functions.php de tu tema hijo, o con un plugin como Code Snippets:',
    stars: 'Debajo. Pone las estrellas bajo el título del producto:',
    below: 'Debajo. Pone las opiniones bajo la descripción:',
    list: 'Debajo. Pone las estrellas en la tienda y las categorías, sobre el precio:',
  },
  shopify: {
    head: 'Tienda online, Temas, ⋯, Editar código. Justo antes de </head>:',
    stars:
      'Temas, Personalizar, plantilla de producto: añade un bloque «Liquid personalizado» bajo el título y pega:',
    below:
      'En el mismo lugar añade una sección «Liquid personalizado» bajo la información del producto y pega:',
    list: 'Bajo el título (en Dawn y similares; en otros temas el producto puede llamarse product):',
  },
  'vtex-io': {
    component: 'Un componente en una app tuya:',
    setup: 'La app necesita estos builders y esta dependencia:',
    register: 'Haz bloques de los componentes:',
    use: 'Publica la app, añádela a las dependencias del tema y nombra los bloques donde deban aparecer:',
  },
  'vtex-faststore': {
    component: 'Un componente:',
    register: 'Regístralo con los demás:',
    use: 'Declara una sección con este nombre para el CMS (VTEX: «Creating a new section»), ejecuta faststore cms-sync y añádela a la página de producto:',
  },
  'vtex-portal': {
    head: 'CMS, HTML Templates: en el head de la plantilla, justo antes de </head>:',
    stars: 'En la plantilla de la página de producto, bajo el nombre:',
    below: 'En la misma plantilla, bajo la descripción:',
    setup: 'Al final de la misma plantilla. Rellena el id del producto de la página:',
    list: 'En la plantilla de la vitrina, bajo el nombre:',
  },
  note: {
    react:
      'Con TypeScript, pon widgets-react.d.ts y widgets.d.ts, de la carpeta del script, en tu código: los elementos pasan a ser conocidos.',
    woocommerce:
      'Apaga las opiniones propias de WooCommerce para que no haya dos: WooCommerce, Ajustes, Productos.',
    nuvemshop: 'Haz antes una copia del tema: un tema con código cambiado no recibe actualizaciones.',
    'vtex-faststore': 'En una lista, usa el componente en tu propia tarjeta de producto.',
  },
}

export const stepTexts: Texts<typeof en> = { en, 'pt-BR': ptBR, es }
