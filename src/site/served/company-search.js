var _e=/^co_[0-9a-hjkmnp-tv-z]{26}$/;function C(i){return typeof i=="string"&&_e.test(i)}var Le=globalThis.HTMLElement??Object,E=class extends Le{get baseUrl(){let e=this.getAttribute("base-url");return e!==null?new URL(e,document.baseURI).href:import.meta.apiBaseUrl??""}set baseUrl(e){this.setAttribute("base-url",e)}get required(){return this.hasAttribute("required")}set required(e){this.toggleAttribute("required",e)}get allowUnlisted(){return this.hasAttribute("allow-unlisted")}set allowUnlisted(e){this.toggleAttribute("allow-unlisted",e)}get disabled(){return this.hasAttribute("disabled")}set disabled(e){this.toggleAttribute("disabled",e)}get name(){return this.getAttribute("name")??""}set name(e){this.setAttribute("name",e)}};function J(i){let e=i.querySelector("input");if(e===null)return{text:"",isFocused:!1};let t={text:e.value,isFocused:document.activeElement===e};return e.value="",e.disabled=i.hasAttribute("allow-unlisted"),t}var Q={AT:"Austria",BE:"Belgium",BG:"Bulgaria",CH:"Switzerland",CY:"Cyprus",CZ:"Czechia",DE:"Germany",DK:"Denmark",EE:"Estonia",ES:"Spain",FI:"Finland",FR:"France",GB:"United Kingdom",GR:"Greece",HR:"Croatia",HU:"Hungary",IE:"Ireland",IS:"Iceland",IT:"Italy",LI:"Liechtenstein",LT:"Lithuania",LU:"Luxembourg",LV:"Latvia",MD:"Moldova",MT:"Malta",NL:"Netherlands",NO:"Norway",PL:"Poland",PT:"Portugal",RO:"Romania",RS:"Serbia",SE:"Sweden",SI:"Slovenia",SK:"Slovakia",UA:"Ukraine"};var ee=new Map(Object.entries(Q)),Oe="^([A-Za-z]{2}|[Aa][Ll][Ll])$",Pe=new RegExp(Oe),Me=new Map([["UK","GB"],["EL","GR"]]);function te(i){if(!Pe.test(i))return;let e=i.toUpperCase();return e==="ALL"?"all":Me.get(e)??e}var T={label:"Company",country:"Country",allCountries:"All countries",hint:"At least 3 characters of a name or business ID",searching:"Searching…",one:"1 company found",many:"{n} companies found",more:"The first {n} companies. Type more to narrow the list.",none:"No company found. The search compares the beginning of names and business IDs.",similar:"No company begins with “{text}”. Did you mean:",unlisted:"Not listed: use “{text}” as typed",typed:"“{text}” is used as typed.",waiting:"Too many searches at once. The next one is sent in {n} s.",failed:"The search service cannot be reached.",retry:"Try again",required:"Choose a company.",unknown:"No company has this ID.",unfinished:"Choose a company from the list.",in_liquidation:"In liquidation",insolvent:"Insolvent",closed:"Closed",filled:"Filled in: {fields}",unfilled:"The form could not be filled in.","field-name":"name","field-number":"registry number","field-vat":"VAT number","field-street":"street","field-postal-code":"postal code","field-locality":"town","field-country":"country"},S={...T};function b(i,e){return i.replace("{n}",String(e))}function k(i,e){return i.replace("{text}",()=>e)}function v(i,e){try{return new Intl.DisplayNames([e,"en"],{type:"region"}).of(i)??i}catch{return i}}function ne(i){let e=[...ee.keys()].map(t=>[t,v(t,i)]);return e.sort(([,t],[,n])=>t.localeCompare(n)),e}var _=["name","number","vat","street","postal-code","locality","country"],Ie=new Map([["organization","name"],["street-address","street"],["address-line1","street"],["postal-code","postal-code"],["address-level2","locality"],["country","country"],["country-name","country"]]);function Fe(i,e,t){let n=i.closest("fieldset"),o=n===null?[]:oe(ie(n.elements,t));return o.length>0?o:oe(ie(e.elements,t))}function ie(i,e){return[...i].filter(Ue).flatMap(t=>De(t,e)??[])}function oe(i){return _.flatMap(e=>{let t=i.filter(({field:s})=>s===e),n=Math.min(...t.map(s=>s.rank)),o=t.filter(s=>s.rank===n);return o.filter(({section:s})=>s===o[0]?.section).map(({control:s,field:r})=>[s,r])})}function De(i,e){let t=i.dataset.fill;if(t!==void 0)return se(t)?{control:i,field:t,rank:0,section:""}:void 0;let{name:n}=i;if(se(n)&&e.includes(n))return{control:i,field:n,rank:1,section:""};let o=ae(i),s=Ie.get(o.pop()??"");if(!(s===void 0||!e.includes(s)))return{control:i,field:s,rank:2,section:o.join(" ")}}function ae(i){return(i.getAttribute("autocomplete")??"").toLowerCase().trim().split(/\s+/)}function se(i){return _.includes(i)}var Ne=/^(?:button|checkbox|color|file|image|password|radio|range|reset|submit)$/;function Ue(i){return/^(?:input|textarea|select)$/.test(i.localName)&&!Ne.test(i.type)}function He(i,e){let{name:t,country_code:n,identifiers:o=[]}=i,s=(...d)=>d.flatMap(p=>o.find(g=>g.scheme===p)?.value??[])[0],r=e?.address??{},a=o.find(({country_scope:d})=>d!==void 0)?.country_scope,l={name:t,number:s("national_registry_number"),vat:s("eu_vat_number","vat_number"),street:qe(r),"postal-code":r.postal_code,locality:r.locality,country:r.country_code??n??a?.slice(0,2)};return new Map(_.flatMap(d=>{let p=l[d];return typeof p=="string"&&p!==""?[[d,p]]:[]}))}function qe({street:i,lines:e,text:t,postal_code:n,locality:o}){return i??e?.join(`
`)??(n===void 0&&o===void 0?t:void 0)}function $e(i,e,t,n){let o=e==="country"?v(t,n):t;if(i.localName==="select"){let s=e==="country"?v(t,"en"):t,r=new Set([t,o,s].map(l=>l.toLowerCase()));return[...i.options].find(l=>[l.value,l.text].some(d=>r.has(d.toLowerCase())))?.value}return i.localName==="textarea"?t:ae(i).includes("country-name")?o:t.replaceAll(`
`,", ")}var A=class{#n;#e;#i=new Set;#o;#t=new AbortController;#s;constructor(e,t,n){this.#n=e,this.#e=t,this.#o=n}get state(){return Object.fromEntries([...this.#i].map(e=>[e,!0]))}set state(e){this.#i=new Set(Object.keys(e??{}))}cancel(){this.#t.abort(),this.#s=void 0}async clear(){this.cancel(),this.#i.size>0&&await this.#a(new Map,"")}async retry(){await this.#s?.()}async fill(e,t){this.cancel(),this.#t=new AbortController;let{signal:n}=this.#t;if(this.#r().length!==0)try{let{company:o,details:s}=await this.#e.companyWithDetails(e,n),r=n.aborted?void 0:await this.#a(He(o,s),t);n.aborted||this.#o(r)}catch{if(n.aborted)return;this.#s=()=>this.fill(e,t),this.#o(void 0)}}async#a(e,t){let n=new Set,o=new Set;for(let[s,r]of this.#r()){if(!this.#d(s,r))continue;let a=e.get(r),l=a===void 0?void 0:$e(s,r,a,t);l===void 0&&!this.#l(s,r)||(We(s,l),await Promise.resolve(),l!==void 0&&(o.add(re(s,r)),n.add(r)))}return this.#i=o,[...n]}#r(){let{form:e}=this.#n,t=this.#n.getAttribute("fill")?.trim(),n=t===""?_:t?.split(/\s+/)??[];return e===null?[]:Fe(this.#n,e,n)}#d(e,t){return this.#n.hasAttribute("overwrite")||e.value===""||this.#l(e,t)?!0:e.localName==="select"&&je(e)}#l(e,t){return this.#i.has(re(e,t))}};function re({value:i},e){return`${e}
${i}`}function le({options:i}){return Math.max(0,[...i].findIndex(({defaultSelected:e})=>e))}function je(i){return i.selectedIndex===le(i)}function We(i,e){let n=i.localName==="select"&&e===void 0?"selectedIndex":"value",o=n==="value"?e??"":le(i);Reflect.set(Object.getPrototypeOf(i),n,o,i);for(let s of["input","change"])i.dispatchEvent(new Event(s,{bubbles:!0,composed:!0}))}function de(i){let{name:e,reason:t}=i??{};return typeof e=="string"&&typeof t=="string"}function ce(i,{name:e,reason:t}){if(i==="")return null;let n=new FormData;for(let[o,s]of[[i,""],[`${i}-name`,e],[`${i}-unlisted`,t]])n.set(o,s);return n}var ue={cs:()=>import("./company-search.cs.js"),da:()=>import("./company-search.da.js"),de:()=>import("./company-search.de.js"),es:()=>import("./company-search.es.js"),et:()=>import("./company-search.et.js"),fi:()=>import("./company-search.fi.js"),fr:()=>import("./company-search.fr.js"),it:()=>import("./company-search.it.js"),nb:()=>import("./company-search.nb.js"),nl:()=>import("./company-search.nl.js"),pl:()=>import("./company-search.pl.js"),sv:()=>import("./company-search.sv.js")},L=new Map;function he(i){for(let e=i;e!==void 0;e=e.getRootNode().host){let t=e.closest("[lang]")?.getAttribute("lang");if(t!=null)return t}return"en"}async function pe(i){let e=fe(i);if(L.has(e)||!Object.hasOwn(ue,e))return!1;try{let t=await ue[e]?.();return t===void 0||L.has(e)?!1:(L.set(e,t.default),!0)}catch{return!1}}function u(i,e){return S[e]!==T[e]?S[e]:L.get(fe(i))?.[e]??T[e]}function fe(i){return i.toLowerCase().replace(/[-_].*/,"").replace(/^n[no]$/,"nb")}var h=class extends Error{name="OpenFirmaError";code;status;title;detail;type;requestId;retryable;retryAfterSeconds;problem;constructor(e,t,n=`${e.title}: ${e.detail}`){super(n),this.code=e.code,this.status=e.status,this.title=e.title,this.detail=e.detail,this.type=e.type,this.requestId=e.request_id,this.retryable=e.retryable,this.retryAfterSeconds=t,this.problem=e}},R=class extends h{name="OpenFirmaCursorError";companiesGiven;constructor(e,t){let n=t===1?"1 company":`${t} companies`;super(e,void 0,`Cannot get the page after ${n}: ${e.detail}`),this.companiesGiven=t}},O=class extends Error{name="OpenFirmaNetworkError";url;constructor(e,t){super(`Cannot get "${e}": ${ze(t)}`,{cause:t}),this.url=e}};function ze(i){return i instanceof Error?i.cause instanceof Error&&i.cause.message||i.message:String(i)}var f=class extends Error{name="OpenFirmaAnswerError";url;status;excerpt;retryAfterSeconds;constructor(e,t,n,o){let s=n.slice(0,200);super(`The response of "${e}" is not one of the API: status ${t}, body ${JSON.stringify(s)}`),this.url=e,this.status=t,this.excerpt=s,this.retryAfterSeconds=o}};var Be=/^[\x20-\x7e]*$/,Ke=/\p{White_Space}+/gu,Ge=/^ | $/g,Xe=/^[!-~\u00a1-\u02ff]+(?: [!-~\u00a1-\u02ff]+)*$/;function W(i){return Xe.test(i)?i:i.normalize("NFC").replace(Ke," ").replace(Ge,"")}var Ve=/['.`]/g,Ye=/[^a-z0-9]+/g;function me(i){return i.toLowerCase().replace(Ve,"").replace(Ye," ").trim()}function ye(i){return Be.test(i)}function P(i){let e=i.normalize("NFD").replace(/\p{M}+/gu,"");return ye(e)?me(e):void 0}function ge(i){return te(i)??i.toUpperCase()}var be=1e3,ve=16*1024*1024,Ze=2**31-1,M=class{#n;#e=0;constructor(e){this.#n=e}async get(e,t,n){let{maxRetries:o,maxWaitSeconds:s,onWait:r}=this.#n,a=s*1e3;for(let l=1;;l++){let{response:d,text:p}=await this.#i(e,n),g=et(p);if(d.ok&&t(g))return g;let m=tt(e,d,p,g),x=this.#o(d.status,m.retryAfterSeconds);if(x===void 0||x>a||l>o)throw m;a-=x,r?.({seconds:x/1e3,attempt:l,error:m}),await this.#t(x,d.status===429,n)}}async#i(e,t){let{fetch:n}=this.#n;t?.throwIfAborted();try{let o={accept:"application/json, application/problem+json"},s=await n(e,t===void 0?{headers:o}:{headers:o,signal:t});return{response:s,text:await Je(s)}}catch(o){throw t?.throwIfAborted(),new O(e,o)}}#o(e,t){if(e!==429&&e!==503||t===void 0)return;let n=t*1e3;return e===503?n:Math.max(n,this.#e+be-Date.now())}async#t(e,t,n){t&&(this.#e=Date.now()+e);try{await Qe(e,n)}catch(o){throw t&&(this.#e-=be),o}}};async function Je({body:i}){let e="",t=0,n=new TextDecoder,o=i?.getReader();for(let s=await o?.read();s?.value!==void 0;s=await o?.read()){if(t+=s.value.length,t>ve)throw await o?.cancel(),new Error(`the response is longer than ${ve} bytes`);e+=n.decode(s.value,{stream:!0})}return e+n.decode()}function Qe(i,e){return new Promise((t,n)=>{let o=()=>{clearTimeout(s),e?.removeEventListener("abort",o),e?.aborted===!0?n(e.reason):t()},s=setTimeout(o,Math.min(i,Ze));e?.addEventListener("abort",o),e?.aborted===!0&&o()})}function et(i){try{return JSON.parse(i)}catch{return}}function tt(i,{ok:e,status:t,headers:n},o,s){let r=it(n.get("retry-after"));return!e&&nt(s)?new h(s,r):new f(i,t,o,r)}function nt(i){let{code:e,title:t,detail:n,request_id:o}=i??{};return[e,t,n,o].every(s=>typeof s=="string")}function it(i){if(i===null)return;let e=/^\d+$/.test(i)?Number(i):(Date.parse(i)-Date.now())/1e3;return Number.isNaN(e)?void 0:Math.max(0,e)}var ot=25,y=class{#n;#e;constructor({baseUrl:e,fetch:t,maxRetries:n=5,maxWaitSeconds:o=60,onWait:s}){if(!URL.canParse(e)||!/^https?:[^?#]+$/i.test(e))throw new TypeError(`"baseUrl" must be an http or https address without query and fragment, got "${e}"`);this.#n=e.replace(/\/+$/,""),this.#e=new M({fetch:t??((r,a)=>globalThis.fetch(r,a)),maxRetries:n,maxWaitSeconds:o,onWait:s})}async search(e){return await this.#o("/v1/search",z(e),I("list"),e.signal)}async searchWithDetails(e){return await this.#o("/details/v1/search",z(e),I("list"),e.signal)}async similar(e){return await this.#o("/details/v1/similar",z(e),I("similar_list"),e.signal)}async*companies(e){for await(let t of this.pages(e))yield*t.data}async*pages({max:e=1/0,limit:t=ot,...n}){let o=0,s;for(;o<e;){let r=await this.#i({...n,limit:Math.min(t,e-o),cursor:s},o);if(yield r,o+=r.data.length,r.next_cursor===null)return;s=r.next_cursor}}async#i(e,t){let{cursor:n}=e;try{let o=await this.search(e);if(o.next_cursor===null||o.next_cursor!==n)return o;throw new f(this.#n,200,`the next_cursor that was sent: ${o.next_cursor}`)}catch(o){throw n!==void 0&&o instanceof h&&o.code==="invalid_request"?new R(o.problem,t):o}}async company(e,{signal:t}={}){return await this.#o(`/v1/companies/${encodeURIComponent(e)}`,"",we("company"),t)}async details(e,{signal:t}={}){return await this.#o(`/details/v1/companies/${encodeURIComponent(e)}`,"",we("company_details"),t)}async officers(e,{signal:t}={}){return await this.#o(`/v1/companies/${encodeURIComponent(e)}/officers`,"",I("company_officer_list"),t)}async whyNoOfficers(e,t={}){let{data:n}=await this.company(e,t);return st[n.lifecycle.status]??"no register in the data publishes current officers of this company"}#o(e,t,n,o){return this.#e.get(this.#n+e+t,n,o)}},st={split:"the company was split: its successors have the officers",tombstoned:"no register lists this company any more",restricted:"the values of this company are withheld"};function rt(i){let e=i.toUpperCase();if(!(!/^[A-Z]{2}$/.test(e)||e==="EL")&&new Intl.DisplayNames("en",{type:"region",fallback:"none"}).of(e)===void 0)throw new TypeError(`No country has the code "${i}"`)}function z({q:i,country:e,limit:t,cursor:n}){e!==void 0&&rt(e);let o=new URLSearchParams;for(let[s,r]of Object.entries({q:i,country:e,limit:t,cursor:n}))r!==void 0&&o.set(s,String(r));return`?${o}`}function I(i){return e=>{let t=e??{};return t.object===i&&Array.isArray(t.data)}}function we(i){return e=>(e??{}).data?.object===i}function V(i){return i.kind==="found"?i.isSimilar||i.companies.length===0?"no_match":"none_chosen":i.kind==="short"&&i.isPaused?"too_short":i.kind==="failed"?"search_failed":void 0}var at=3,Se=25,lt=9e4,dt=2,ct=250,xe=900,ut=.3,ht=10,pt=3e3,B=new Set,ft=new Set,F=class{#n;#e;#i;#o;#t=0;#s=0;#a=new AbortController;#r;constructor(e,t){this.#n=e,this.#e=t}cancel(){clearTimeout(this.#r),this.#a.abort(),this.#a=new AbortController}find(e,t,n=this.#d()){this.cancel();let o=W(e);if(Array.from(o).length<at){this.#e(o===""?{kind:"idle"}:{kind:"short",isPaused:!1}),o!==""&&(this.#r=setTimeout(()=>this.#e({kind:"short",isPaused:!0}),n));return}this.#e({kind:"searching",companies:this.#l(o,t)});let{signal:s}=this.#a;this.#r=setTimeout(()=>{this.#p(o,t,s)},n)}async company(e){this.cancel();let{signal:t}=this.#a;try{let n=await this.#u().company(e,{signal:G(t)});if(!D(n.data))throw new Error(`The response about "${e}" is not a company`);return{...n,attribution:w(n.attribution)}}catch(n){if(t.aborted)return;throw n}}async identifier(e){let{data:t}=await new y({baseUrl:this.#n(),maxRetries:0}).company(e),[n]=Array.isArray(t.identifiers)?t.identifiers:[];return Te(n?.value)&&X(n.country_scope)?n:void 0}async companyWithDetails(e,t){let n=this.#n(),o=new y({baseUrl:n,maxWaitSeconds:ht}),s={signal:G(t)},[{data:r},a]=await Promise.all([o.company(e,s),K(B,n,()=>o.details(e,s))]);return a===void 0?{company:r}:{company:r,details:a.data}}#d(){let e=performance.now(),t=Math.min(e-this.#s,xe);return this.#s=e,this.#t+=(t-this.#t)*ut,Math.min(xe,Math.max(ct,this.#t*dt))}#l(e,t){let n=this.#o;return n?.country!==t||n.baseUrl!==this.#n()?[]:n.companies.filter(({name:o=""})=>o.toLowerCase().startsWith(e.toLowerCase()))}async#p(e,t,n){try{let o={baseUrl:this.#n(),country:t,query:e},s=this.#o,a=s!==void 0&&gt(s,o)?s:await this.#h(o,n);if(n.aborted)return;this.#o=a;let d=a.companies.length===0&&!a.hasMore?await this.#f(o,n):void 0;n.aborted||this.#e(d?.companies.length?d:a)}catch(o){n.aborted||this.#e({kind:"failed",error:o})}}async#h(e,t){let n=this.#u(),o={q:e.query,country:e.country,limit:Se,signal:G(t)},s=await K(B,e.baseUrl,()=>n.searchWithDetails(o))??await n.search(o);return{...e,...Ce(s,s.next_cursor!==null)}}async#f({baseUrl:e,query:t,country:n},o){if(B.has(e)||!mt.test(t))return;let s=AbortSignal.any([o,AbortSignal.timeout(pt)]),r=new y({baseUrl:e,maxRetries:0});try{let a=await K(ft,e,()=>r.similar({q:t,country:n,signal:s}));return a&&{...Ce(a),isSimilar:!0}}catch{return}}#u(){let e=this.#n();if(this.#i?.baseUrl!==e){let t=({seconds:n})=>this.#e({kind:"waiting",seconds:n});this.#i={baseUrl:e,api:new y({baseUrl:e,onWait:t})}}return this.#i.api}};function Ce({data:i,attribution:e},t=!1){return{kind:"found",companies:i.slice(0,Se).filter(o=>D(o)),hasMore:t,attribution:w(e)}}async function K(i,e,t){if(!i.has(e))try{return await t()}catch(n){if(!(n instanceof h||n instanceof f)||n.status!==404)throw n;i.add(e);return}}var mt=/(?:\p{L}\P{L}*){3}/u,yt=/(?:\d\D*){7}/;function gt(i,{baseUrl:e,country:t,query:n}){if(i.baseUrl!==e||i.country!==t)return!1;if(i.query===n)return!0;let o=P(n);return o===void 0||i.hasMore||!n.startsWith(i.query)||yt.test(n)||P(i.query)===""?!1:i.companies.every(({name:s=""})=>P(s)?.startsWith(o))}function G(i){return AbortSignal.any([i,AbortSignal.timeout(lt)])}var Ee=4e3;function Te(i){return typeof i=="string"&&i.length<=Ee}function X(i){return i===void 0||Te(i)}function D(i){let{id:e,number:t,...n}=i??{},o=["name","country_code","legal_form","company_status","country","state","locality"];return C(e)&&X(t?.value)&&o.every(s=>X(n[s]))}function w(i){return typeof i=="string"?i.slice(0,Ee):""}var N=class{input=c("input",{id:"input",part:"input",type:"text",role:"combobox",maxlength:"64",autocomplete:"off",autocapitalize:"none",spellcheck:"false",enterkeyhint:"search",dir:"auto","aria-autocomplete":"list","aria-expanded":"false","aria-controls":"list","aria-describedby":"note"});list=c("ul",{id:"list",part:"list",role:"listbox",hidden:""});popup=c("div",{class:"popup",part:"popup",hidden:""},this.list);anchor=c("span",{class:"anchor",tabindex:"-1"});#n;#e=[];#i=-1;constructor(e){this.#n=e,this.input.addEventListener("input",()=>e.onInput()),this.input.addEventListener("keydown",t=>this.#a(t)),this.list.addEventListener("mousedown",t=>t.preventDefault()),this.list.addEventListener("click",t=>this.#t(this.#o(t))),this.list.addEventListener("mouseover",t=>e.onHighlight(this.#e[this.#o(t)])),this.anchor.addEventListener("focus",()=>this.input.focus());for(let t of[this.input,this.popup])t.addEventListener("focusout",n=>{let o=n.relatedTarget;o!==this.input&&!this.popup.contains(o)&&e.onLeave()})}show(e,t,n){let o=this.#e[this.#i]?.id;this.#e=e;let s=e.map(a=>[c("bdi",{part:"name"},a.name??a.id),c("small",{part:"details"},t(a))]);n!==""&&s.push([c("bdi",{part:"unlisted"},n)]);let r=s.map((a,l)=>c("li",{id:`option-${l}`,part:"option",role:"option","aria-selected":"false"},...a));this.list.replaceChildren(...r),this.list.hidden=r.length===0,this.#s(e.findIndex(({id:a})=>a===o))}showDetails(e,t){let o=this.list.children[this.#e.findIndex(s=>s.id===e)]?.querySelector("small");o&&(o.textContent=t)}open(e){this.popup.hidden=!e,this.anchor.hidden=e,e||this.#s(-1),this.input.setAttribute("aria-expanded",String(e&&!this.list.hidden))}#o({target:e}){let t=e.closest("li");return t===null?-1:[...this.list.children].indexOf(t)}#t(e){let t=this.#e[e];t!==void 0?this.#n.onChoose(t):e>=0&&this.#n.onChooseTyped()}#s(e){this.#i=e,this.input.removeAttribute("aria-activedescendant");for(let[t,n]of[...this.list.children].entries())n.setAttribute("aria-selected",String(t===e)),n.part.toggle("option-active",t===e),t===e&&(this.input.setAttribute("aria-activedescendant",n.id),n.scrollIntoView({block:"nearest"}));this.#n.onHighlight(this.#e[e])}#a(e){e.isComposing||e.ctrlKey||e.metaKey||e.shiftKey||this.#r(e)&&e.preventDefault()}#r({key:e,altKey:t}){let n=!this.popup.hidden;switch(e){case"ArrowDown":case"ArrowUp":return this.#l(e==="ArrowDown"?1:-1,t,n),!0;case"Enter":return n&&this.#i>=0?this.#t(this.#i):this.#n.onSubmit(),!0;case"Escape":if(n)this.#n.onLeave();else{if(this.input.value==="")return!1;this.#d()}return!0;case"Tab":return n&&this.#t(this.#i),!1;case"Home":case"End":case"ArrowLeft":case"ArrowRight":return this.#s(-1),!1;default:return!1}}#d(){this.input.value="",this.#n.onInput()}#l(e,t,n){let o=this.list.children.length;if(t&&e<0)return this.#n.onLeave();if(n||this.#n.onOpen(),t)return;let s=this.#i<0&&e<0?0:this.#i;o>0&&this.#s((s+e+o)%o)}};function c(i,e,...t){let n=document.createElement(i);for(let[o,s]of Object.entries(e))n.setAttribute(o,s);return n.append(...t),n}var ke="all",U=class{select=c("select",{id:"country",part:"country"});#n=c("label",{for:"country",part:"label"});field=c("div",{class:"country"},this.#n,this.select);describe(e,t,n){let o=ge(e.getAttribute("country")??ke),s=e.hasAttribute("country-picker"),r=s?[[ke,u(t,"allCountries")],...ne(t)]:[[o,""]],a=this.select.value;this.select.replaceChildren(...r.map(([l,d])=>c("option",{value:l},d))),this.select.value=s&&a!==""?a:o,this.#n.textContent=u(t,"country"),this.#n.hidden=!n,this.select.ariaLabel=n?null:u(t,"country"),this.field.hidden=!s}};var bt=150,vt=500,H=class{#n;#e;#i=new Map;#o=[];#t;constructor(e,t){this.#n=e,this.#e=t}list(e){let t=e.filter(({number:s})=>s===void 0),n=t.map(({name:s,country_code:r,legal_form:a,company_status:l})=>[s,r,a,l].join(`
`).toLowerCase()),o=t.filter((s,r)=>n.indexOf(n[r]??"")!==n.lastIndexOf(n[r]??""));this.#o=o.map(({id:s})=>s)}of(e){return this.#i.get(e)}highlight(e){clearTimeout(this.#t),!(e===void 0||!this.#o.includes(e.id)||this.#i.has(e.id))&&(this.#t=setTimeout(()=>{this.#s(e).catch(()=>this.#i.delete(e.id))},bt))}async#s(e){this.#i.size>=vt&&this.#i.clear(),this.#i.set(e.id,void 0);let t=await this.#n.identifier(e.id),n={value:t?.value??e.id,country:t?.country_scope?.slice(0,2)};this.#i.set(e.id,n),this.#e(e,n)}};function Y(i,e,t){let{number:n,country:o,country_code:s,state:r,locality:a}=i,l=o??s??t?.country,d=l&&v(l,e);return([n,o,r,a].some(m=>m!==void 0)?[wt(r,e),d,n?.value,a]:[d,i.legal_form,i.company_status,t?.value]).filter(m=>m!==void 0).join(" · ")}function wt(i,e){return i==="in_liquidation"||i==="insolvent"||i==="closed"?u(e,i):void 0}var q=class{notice=c("p",{class:"notice",part:"notice",hidden:""});note=c("p",{id:"note",class:"note",part:"note"});status=c("div",{class:"status",role:"status"});#n="";#e;describe(e){this.note.textContent===this.#n&&(this.note.textContent=e),this.#n=e}show(e,t=e){this.#i(e),this.announce(t),this.note.textContent=this.#n,this.note.classList.remove("fault")}showProgress(e){this.#i(e),this.status.textContent=e}showFault(e,t){this.note.textContent!==e&&(t?this.show(e):this.announce(e),this.note.textContent=e,this.note.classList.add("fault"))}announce(e){let t=e===this.status.textContent&&e!=="";this.status.textContent=t?`${e} `:e}countDown(e,t){this.show(b(u(t,"waiting"),e));let n=e;this.#e=setInterval(()=>{if(--n>0)return this.#i(b(u(t,"waiting"),n));this.stopCountdown(),this.showProgress(u(t,"searching"))},1e3)}stopCountdown(){clearInterval(this.#e)}#i(e){this.notice.textContent=e,this.notice.hidden=e===""}};var $=class{#n=new U;country=this.#n.select;#e=c("label",{for:"input",part:"label"});#i=c("button",{type:"button",part:"retry"});#o=c("p",{part:"attribution",hidden:""});#t=new q;#s;combobox;lookup;#a;#r;#d;#l={kind:"idle"};#p="";#h="";#f=!1;#u="en";constructor(e,t){this.#s=t,this.lookup=new F(t.baseUrl,l=>this.#x(l)),this.#a=new H(this.lookup,(l,d)=>{this.combobox.showDetails(l.id,Y(l,this.#u,d)),this.isOpen&&this.#t.announce(d.value)}),this.combobox=new N({onInput:()=>this.#g(),onOpen:()=>this.#b(),onChoose:l=>this.#v(l),onChooseTyped:()=>this.#w(),onHighlight:l=>this.#a.highlight(l),onSubmit:t.onSubmit,onLeave:()=>this.close()});let{input:n,anchor:o,popup:s}=this.combobox;s.append(this.#t.notice,this.#o);let r=c("div",{class:"field"},n,o,s),a=c("div",{class:"search"},this.#e,r);e.append(c("div",{class:"row"},a,this.#n.field),this.#t.note,this.#t.status),this.#i.addEventListener("click",()=>{n.focus(),this.find()}),this.country.addEventListener("change",()=>this.find()),this.country.addEventListener("focusout",({relatedTarget:l})=>{l!==n&&this.close()}),this.#t.show("")}get isOpen(){return!this.combobox.popup.hidden}get company(){return this.#r}get unlisted(){return this.#d}get attribution(){return this.#o.textContent??""}describe(e,t,n){let{input:o,list:s}=this.combobox;this.#u=n,this.#f=e.hasAttribute("allow-unlisted"),this.#t.describe(this.#c("hint"));let r=e.getAttribute("label"),a=r??e.getAttribute("aria-label")??(t||this.#c("label"));this.#e.textContent=r,this.#e.hidden=r===null,o.ariaLabel=r===null?a:null,s.ariaLabel=a,o.placeholder=e.getAttribute("placeholder")??"",o.ariaRequired=String(e.hasAttribute("required")),this.#n.describe(e,n,r!==null)}showCompany(e,t){this.showText(e.name??e.id),this.#r=e,this.#o.textContent=t,this.#t.note.textContent=t}showUnlisted(e){this.showText(e.name),this.#d=e;let t=k(this.#c("typed"),e.name);this.#t.announce(t),this.#t.note.textContent=t}showText(e){this.#r=void 0,this.#d=void 0,this.combobox.input.value=e,this.close(),this.#t.show("")}async showId(e){this.showText(e);try{let t=await this.lookup.company(e);return t===void 0?void 0:(this.showCompany(t.data,t.attribution),!0)}catch(t){return this.#t.note.textContent=this.#y(t),t instanceof h&&!t.retryable?!1:void 0}}showFault(e){this.#t.showFault(e,this.isOpen)}announceFilled(e){let t=e?.map(n=>this.#c(`field-${n}`)).join(", ");t===void 0?this.#t.announce(this.#c("unfilled")):t!==""&&this.#t.announce(this.#c("filled").replace("{fields}",()=>t))}find(){this.#m||this.lookup.find(this.combobox.input.value,this.country.value,0)}retry(){this.isOpen&&this.#l.kind==="failed"&&this.find()}close(){this.lookup.cancel(),this.#t.stopCountdown(),(this.#l.kind==="searching"||this.#l.kind==="waiting")&&(this.#l={kind:"idle"},this.combobox.show([],()=>"","")),this.isOpen&&this.#t.announce(""),this.combobox.open(!1)}#g(){let e=this.#m;this.#r=void 0,this.#d=void 0,this.lookup.find(this.combobox.input.value,this.country.value),e?this.#s.onChange():this.#s.onInput()}get#m(){return(this.#r??this.#d)!==void 0}#b(){if(this.combobox.list.hidden)return this.find();this.combobox.open(!0),this.#t.announce(this.#h)}#v(e){this.showCompany(e,this.attribution),this.#s.onChange()}#w(){let e=V(this.#l);e!==void 0&&(this.showUnlisted({name:this.#p,reason:e}),this.#s.onChange())}#x(e){this.#t.stopCountdown(),this.#l=e,this.#p=this.combobox.input.value.trim();let t=e.kind==="found",n=t||e.kind==="searching"?e.companies:[];this.#a.list(n);let o=this.#C(e);this.combobox.show(n,l=>Y(l,this.#u,this.#a.of(l.id)),o),t&&(this.#o.textContent=e.attribution),this.#o.hidden=n.length===0,this.#t.notice.classList.toggle("busy",e.kind==="searching"),n.length===0||t&&e.isSimilar===!0?this.combobox.popup.prepend(this.#t.notice):this.combobox.list.after(this.#t.notice),this.#S(e),o!==""&&this.#t.announce(`${this.#t.status.textContent} ${o}`),this.#h=this.#t.status.textContent;let{activeElement:r}=this.combobox.input.getRootNode(),a=e.kind==="short"?o!=="":e.kind!=="idle";this.combobox.open(a&&r!==null)}#C(e){return this.#f&&V(e)!==void 0?k(this.#c("unlisted"),this.#p):""}#S(e){switch(e.kind){case"idle":return this.#t.show("");case"short":return this.#t.show("",this.#c("hint"));case"searching":return this.#t.showProgress(e.companies.length===0?this.#c("searching"):"");case"found":return e.isSimilar?this.#t.show(k(this.#c("similar"),this.#p)):this.#E(e.companies.length,e.hasMore);case"waiting":return this.#t.countDown(Math.ceil(e.seconds),this.#u);case"failed":this.#t.show(this.#y(e.error)),this.#i.textContent=this.#c("retry"),this.#t.notice.append(this.#i)}}#E(e,t){e===0?this.#t.show(this.#c("none")):t?this.#t.show(b(this.#c("more"),e)):this.#t.show("",e===1?this.#c("one"):b(this.#c("many"),e))}#y(e){return e instanceof h&&!e.retryable?w(e.detail):(e instanceof TypeError&&reportError(e),this.#c("failed"))}#c(e){return u(this.#u,e)}};var Ae=`/* Colours come from the page: from its \`color-scheme\`, or from the custom properties that it sets. */
:host {
  --_ink: var(--company-search-ink, CanvasText);
  --_ground: var(--company-search-ground, Canvas);
  --_quiet: var(--company-search-quiet, color-mix(in srgb, CanvasText 70%, Canvas));
  --_line: var(--company-search-line, color-mix(in srgb, CanvasText 50%, Canvas));
  --_accent: var(--company-search-accent, light-dark(#0b5a73, #7cc7dd));
  --_chosen: var(--company-search-accent-ground, color-mix(in srgb, var(--_accent) 14%, var(--_ground)));
  --_warn: var(--company-search-warn, light-dark(#8a3b12, #f0b48c));
  --_radius: var(--company-search-radius, 0.5rem);
  display: block;
  color: var(--_ink);
  text-align: start;
}
:host([hidden]),
[hidden] {
  display: none !important;
}
* {
  box-sizing: border-box;
}
.row {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.75rem;
}
.row > * {
  min-inline-size: 0;
}
.search {
  flex: 999 1 18rem;
}
.field {
  position: relative;
}
.anchor {
  position: absolute;
  inset: 0;
  pointer-events: none;
  outline: none;
}
.country {
  flex: 1 1 12rem;
}
label {
  display: block;
  /* More than the outline of the focused field takes. */
  margin-block-end: 0.4rem;
  color: var(--_quiet);
  font-size: 0.9em;
}
/* Below a label of the page. */
label[hidden] + .field {
  margin-block-start: 0.4rem;
}
input,
select,
button {
  font: inherit;
  color: inherit;
  background: var(--_ground);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  padding: 0.55em 0.8em;
}
input,
select {
  inline-size: 100%;
  block-size: 2.9em;
  margin: 0;
  text-overflow: ellipsis;
}
input::placeholder {
  color: var(--_quiet);
  opacity: 1;
}
:disabled {
  opacity: 0.6;
}
:focus-visible {
  outline: 3px solid var(--_accent);
  outline-offset: 1px;
}
:host(:state(invalid)) input {
  border-color: var(--_warn);
}
.popup {
  position: absolute;
  z-index: 10;
  inset-inline: 0;
  inset-block-start: calc(100% + 0.35rem);
  background: var(--_ground);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  box-shadow: 0 0.5rem 1.5rem rgb(0 0 0 / 18%);
  overflow: hidden;
}
ul {
  list-style: none;
  margin: 0;
  padding: 0.25rem;
  max-block-size: min(24rem, 50vh);
  overflow-y: auto;
  overscroll-behavior: contain;
}
li {
  padding: 0.45em 0.6em;
  border-radius: calc(var(--_radius) - 0.15rem);
  cursor: pointer;
  overflow-wrap: anywhere;
}
li:hover {
  background: color-mix(in srgb, var(--_chosen) 50%, var(--_ground));
}
li[aria-selected='true'] {
  background: var(--_chosen);
  box-shadow: inset 0 0 0 2px var(--_accent);
}
small {
  display: block;
  color: var(--_quiet);
  font-size: 0.85em;
}
small:empty::before {
  content: '\\a0';
}
p {
  margin: 0;
  color: var(--_quiet);
  font-size: 0.85em;
  line-height: 1.5;
}
.popup p {
  padding: 0.5em 0.85em;
}
p:not([hidden]) + ul,
ul:not([hidden]) ~ p {
  border-block-start: 1px solid color-mix(in srgb, var(--_line) 35%, var(--_ground));
}
.note {
  margin-block-start: 0.35rem;
  min-block-size: 1.5em;
}
.fault {
  color: var(--_warn);
}
button {
  margin-inline-start: 0.75em;
  padding: 0.2em 0.7em;
  color: var(--_accent);
  border-color: currentColor;
  cursor: pointer;
}
.status {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (prefers-reduced-motion: no-preference) {
  .busy {
    animation: breathe 1.4s ease-in-out infinite alternate;
  }
  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }
}
@media (forced-colors: active) {
  li[aria-selected='true'] {
    outline: 2px solid Highlight;
    outline-offset: -2px;
  }
}
`;var j,Ct=["allowUnlisted","baseUrl","country","disabled","name","required","value"],Z=class extends E{static formAssociated=!0;static observedAttributes=["allow-unlisted","aria-label","country","country-picker","label","lang","name","placeholder","required","value"];static texts=S;#n=this.attachInternals();#e;#i;#o="en";#t="";#s=!1;constructor(){super();let e=this.attachShadow({mode:"open",delegatesFocus:!0});j===void 0&&(j=new CSSStyleSheet,j.replaceSync(Ae)),e.adoptedStyleSheets=[j],this.#e=new $(e,{baseUrl:()=>this.baseUrl,onInput:()=>this.#t===""?this.#f():this.#p(),onChange:()=>this.#p(),onSubmit:()=>this.form?.requestSubmit()}),this.#i=new A(this,this.#e.lookup,t=>{this.#h(),this.#e.announceFilled(t)}),this.addEventListener("invalid",t=>{this.#u(!0),this.#e.showFault(this.validationMessage),this.#e.isOpen&&t.preventDefault()})}get value(){return this.#e.company?.id??this.#t}set value(e){e!==""&&e===this.#e.company?.id||e===""&&this.unlisted!==void 0||(this.#r(e),this.#e.showText(e),this.#h(),this.isConnected&&this.#l())}get company(){return this.#e.company}get unlisted(){return this.#e.unlisted}get query(){return this.#e.combobox.input.value}get country(){return this.#e.country.value}set country(e){this.setAttribute("country",e)}get form(){return this.#n.form}get validity(){return this.#n.validity}get validationMessage(){return this.#n.validationMessage}checkValidity(){return this.#n.checkValidity()}reportValidity(){return this.#n.reportValidity()}connectedCallback(){for(let n of Ct.filter(o=>Object.hasOwn(this,o))){let o=Reflect.get(this,n);Reflect.deleteProperty(this,n),Reflect.set(this,n,o)}this.#d(),this.#l(),addEventListener("online",this.#a);let{text:e,isFocused:t}=J(this);this.query===""&&(this.#e.combobox.input.value=e,t&&(this.#e.combobox.input.focus(),this.#e.find()))}disconnectedCallback(){removeEventListener("online",this.#a),this.#e.close(),this.#i.cancel()}attributeChangedCallback(e,t,n){e==="value"&&(this.value=n??""),e==="name"&&this.#h(),this.isConnected&&this.#d()}#a=()=>{this.#e.retry(),this.#i.retry(),this.#s||this.#l()};formResetCallback(){this.#e.country.value="",this.#i.cancel(),this.#i.state={},this.#e.showText(""),this.#d(),this.value=this.getAttribute("value")??"",this.#u(!1)}formDisabledCallback(e){this.#e.combobox.input.disabled=e,this.#e.country.disabled=e,e&&this.#e.close()}formStateRestoreCallback(e){let{company:t,unlisted:n,attribution:o,filled:s}=JSON.parse(e);this.#i.state=s,this.#r(""),D(t)?this.#e.showCompany(t,w(o)):de(n)&&this.#e.showUnlisted(n),this.#h()}#r(e){this.#t=e,this.#s=!1}#d(){this.#o=he(this),pe(this.#o).then(t=>t&&this.#d());let e=[...this.#n.labels].map(({textContent:t})=>t?.trim());this.#e.describe(this,e.join(" "),this.#o),this.#f()}async#l(){let e=this.#t;if(e==="")return;let t=C(e)&&await this.#e.showId(e);t===void 0||e!==this.#t||(this.#s=!t,this.#h())}#p(){let{company:e,unlisted:t}=this.#e;this.#r(""),this.#i.cancel(),this.#h();let n={bubbles:!0,composed:!0};e!==void 0&&this.dispatchEvent(new CustomEvent("company-selected",{detail:e,...n})),t!==void 0&&this.dispatchEvent(new CustomEvent("company-unlisted",{detail:t,...n})),this.dispatchEvent(new Event("change",{bubbles:!0})),e===void 0?this.#i.clear():this.#i.fill(e.id,this.#o)}#h(){let{company:e,unlisted:t,attribution:n}=this.#e,o=JSON.stringify({company:e,unlisted:t,attribution:n,filled:this.#i.state}),s=C(this.value)?this.value:null;this.#n.setFormValue(t===void 0?s:ce(this.name,t),e===void 0&&t===void 0?null:o),this.#f()}#f(){let e=this.value===""&&this.unlisted===void 0,t=(n,o)=>this.#n.setValidity(n,o,this.#e.combobox.anchor);this.#s?t({badInput:!0},u(this.#o,"unknown")):e&&this.query.trim()!==""?t({badInput:!0},u(this.#o,"unfinished")):e&&this.required?t({valueMissing:!0},u(this.#o,"required")):t({}),this.validity.valid&&this.#u(!1)}#u(e){this.#e.combobox.input.ariaInvalid=String(e),e?this.#n.states.add("invalid"):this.#n.states.delete("invalid")}};globalThis.customElements?.get("company-search")===void 0&&globalThis.customElements?.define("company-search",Z);export{Z as CompanySearch};
