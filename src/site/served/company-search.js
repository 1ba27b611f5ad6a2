var ve=/^co_[0-9a-hjkmnp-tv-z]{26}$/;function x(i){return typeof i=="string"&&ve.test(i)}var z={AT:"Austria",BE:"Belgium",BG:"Bulgaria",CH:"Switzerland",CY:"Cyprus",CZ:"Czechia",DE:"Germany",DK:"Denmark",EE:"Estonia",ES:"Spain",FI:"Finland",FR:"France",GB:"United Kingdom",GR:"Greece",HR:"Croatia",HU:"Hungary",IE:"Ireland",IS:"Iceland",IT:"Italy",LI:"Liechtenstein",LT:"Lithuania",LU:"Luxembourg",LV:"Latvia",MD:"Moldova",MT:"Malta",NL:"Netherlands",NO:"Norway",PL:"Poland",PT:"Portugal",RO:"Romania",RS:"Serbia",SE:"Sweden",SI:"Slovenia",SK:"Slovakia",UA:"Ukraine"};var B=new Map(Object.entries(z)),xe="^([A-Za-z]{2}|[Aa][Ll][Ll])$",Se=new RegExp(xe),Ce=new Map([["UK","GB"],["EL","GR"]]);function K(i){if(!Se.test(i))return;let e=i.toUpperCase();return e==="ALL"?"all":Ce.get(e)??e}var E={label:"Company",country:"Country",allCountries:"All countries",hint:"At least 3 characters of a name or business ID",searching:"Searching…",one:"1 company found",many:"{n} companies found",more:"The first {n} companies. Type more to narrow the list.",none:"No company found. The search compares the beginning of names and business IDs.",waiting:"Too many searches at once. The next one is sent in {n} s.",failed:"The search service cannot be reached.",retry:"Try again",required:"Choose a company.",unknown:"No company has this ID.",unfinished:"Choose a company from the list.",in_liquidation:"In liquidation",insolvent:"Insolvent",closed:"Closed",filled:"Filled in: {fields}",unfilled:"The form could not be filled in.","field-name":"name","field-number":"registry number","field-vat":"VAT number","field-street":"street","field-postal-code":"postal code","field-locality":"town","field-country":"country"},S={...E};function C(i,e){return i.replace("{n}",String(e))}function b(i,e){try{return new Intl.DisplayNames([e,"en"],{type:"region"}).of(i)??i}catch{return i}}function G(i){let e=[...B.keys()].map(t=>[t,b(t,i)]);return e.sort(([,t],[,n])=>t.localeCompare(n)),e}var k=["name","number","vat","street","postal-code","locality","country"],Ee=new Map([["organization","name"],["street-address","street"],["address-line1","street"],["postal-code","postal-code"],["address-level2","locality"],["country","country"],["country-name","country"]]);function Te(i,e,t){let n=i.closest("fieldset"),o=n===null?[]:X(V(n.elements,t));return o.length>0?o:X(V(e.elements,t))}function V(i,e){return[...i].filter(_e).flatMap(t=>ke(t,e)??[])}function X(i){return k.flatMap(e=>{let t=i.filter(({field:r})=>r===e),n=Math.min(...t.map(r=>r.rank)),o=t.filter(r=>r.rank===n);return o.filter(({section:r})=>r===o[0]?.section).map(({control:r,field:s})=>[r,s])})}function ke(i,e){let t=i.dataset.fill;if(t!==void 0)return Y(t)?{control:i,field:t,rank:0,section:""}:void 0;let{name:n}=i;if(Y(n)&&e.includes(n))return{control:i,field:n,rank:1,section:""};let o=J(i),r=Ee.get(o.pop()??"");if(!(r===void 0||!e.includes(r)))return{control:i,field:r,rank:2,section:o.join(" ")}}function J(i){return(i.getAttribute("autocomplete")??"").toLowerCase().trim().split(/\s+/)}function Y(i){return k.includes(i)}var Ae=/^(?:button|checkbox|color|file|image|password|radio|range|reset|submit)$/;function _e(i){return/^(?:input|textarea|select)$/.test(i.localName)&&!Ae.test(i.type)}function Re(i,e){let{name:t,country_code:n,identifiers:o=[]}=i,r=(...c)=>c.flatMap(h=>o.find(p=>p.scheme===h)?.value??[])[0],s=e?.address??{},l=o.find(({country_scope:c})=>c!==void 0)?.country_scope,a={name:t,number:r("national_registry_number"),vat:r("eu_vat_number","vat_number"),street:Le(s),"postal-code":s.postal_code,locality:s.locality,country:s.country_code??n??l?.slice(0,2)};return new Map(k.flatMap(c=>{let h=a[c];return typeof h=="string"&&h!==""?[[c,h]]:[]}))}function Le({street:i,lines:e,text:t,postal_code:n,locality:o}){return i??e?.join(`
`)??(n===void 0&&o===void 0?t:void 0)}function Ie(i,e,t,n){let o=e==="country"?b(t,n):t;if(i.localName==="select"){let r=e==="country"?b(t,"en"):t,s=new Set([t,o,r].map(a=>a.toLowerCase()));return[...i.options].find(a=>[a.value,a.text].some(c=>s.has(c.toLowerCase())))?.value}return i.localName==="textarea"?t:J(i).includes("country-name")?o:t.replaceAll(`
`,", ")}var T=class{#t;#e;#n=new Set;#i;#o=new AbortController;constructor(e,t,n){this.#t=e,this.#e=t,this.#i=n}get state(){return Object.fromEntries([...this.#n].map(e=>[e,!0]))}set state(e){this.#n=new Set(Object.keys(e??{}))}cancel(){this.#o.abort()}async fill(e,t){this.cancel(),this.#o=new AbortController;let{signal:n}=this.#o;if(this.#r().length!==0)try{let{company:o,details:r}=await this.#e.companyWithDetails(e,n),s=n.aborted?void 0:await this.#s(Re(o,r),t);n.aborted||this.#i(s)}catch{n.aborted||this.#i(void 0)}}async#s(e,t){let n=new Set,o=new Set;for(let[r,s]of this.#r()){if(!this.#l(r,s))continue;let l=e.get(s),a=l===void 0?void 0:Ie(r,s,l,t);a===void 0&&!this.#c(r,s)||(Oe(r,a),await Promise.resolve(),a!==void 0&&(o.add(Z(r,s)),n.add(s)))}return this.#n=o,[...n]}#r(){let{form:e}=this.#t,t=this.#t.getAttribute("fill")?.trim(),n=t===""?k:t?.split(/\s+/)??[];return e===null?[]:Te(this.#t,e,n)}#l(e,t){return this.#t.hasAttribute("overwrite")||e.value===""||this.#c(e,t)?!0:e.localName==="select"&&Me(e)}#c(e,t){return this.#n.has(Z(e,t))}};function Z({value:i},e){return`${e}
${i}`}function Q({options:i}){return Math.max(0,[...i].findIndex(({defaultSelected:e})=>e))}function Me(i){return i.selectedIndex===Q(i)}function Oe(i,e){let n=i.localName==="select"&&e===void 0?"selectedIndex":"value",o=n==="value"?e??"":Q(i);Reflect.set(Object.getPrototypeOf(i),n,o,i);for(let r of["input","change"])i.dispatchEvent(new Event(r,{bubbles:!0,composed:!0}))}var ee={cs:()=>import("./company-search.cs.js"),da:()=>import("./company-search.da.js"),de:()=>import("./company-search.de.js"),es:()=>import("./company-search.es.js"),et:()=>import("./company-search.et.js"),fi:()=>import("./company-search.fi.js"),fr:()=>import("./company-search.fr.js"),it:()=>import("./company-search.it.js"),nb:()=>import("./company-search.nb.js"),nl:()=>import("./company-search.nl.js"),pl:()=>import("./company-search.pl.js"),sv:()=>import("./company-search.sv.js")},A=new Map;function te(i){for(let e=i;e!==void 0;e=e.getRootNode().host){let t=e.closest("[lang]")?.getAttribute("lang");if(t!=null)return t}return"en"}async function ne(i){let e=ie(i);if(A.has(e)||!Object.hasOwn(ee,e))return!1;try{let t=await ee[e]?.();return t===void 0||A.has(e)?!1:(A.set(e,t.default),!0)}catch{return!1}}function m(i,e){return S[e]!==E[e]?S[e]:A.get(ie(i))?.[e]??E[e]}function ie(i){return i.toLowerCase().replace(/[-_].*/,"").replace(/^n[no]$/,"nb")}var u=class extends Error{name="OpenFirmaError";code;status;title;detail;type;requestId;retryable;retryAfterSeconds;problem;constructor(e,t,n=`${e.title}: ${e.detail}`){super(n),this.code=e.code,this.status=e.status,this.title=e.title,this.detail=e.detail,this.type=e.type,this.requestId=e.request_id,this.retryable=e.retryable,this.retryAfterSeconds=t,this.problem=e}},_=class extends u{name="OpenFirmaCursorError";companiesGiven;constructor(e,t){let n=t===1?"1 company":`${t} companies`;super(e,void 0,`Cannot get the page after ${n}: ${e.detail}`),this.companiesGiven=t}},R=class extends Error{name="OpenFirmaNetworkError";url;constructor(e,t){super(`Cannot get "${e}": ${Pe(t)}`,{cause:t}),this.url=e}};function Pe(i){return i instanceof Error?i.cause instanceof Error&&i.cause.message||i.message:String(i)}var y=class extends Error{name="OpenFirmaAnswerError";url;status;excerpt;retryAfterSeconds;constructor(e,t,n,o){let r=n.slice(0,200);super(`The response of "${e}" is not one of the API: status ${t}, body ${JSON.stringify(r)}`),this.url=e,this.status=t,this.excerpt=r,this.retryAfterSeconds=o}};var De=/^[\x20-\x7e]*$/,Ne=/\p{White_Space}+/gu,Fe=/^ | $/g,Ue=/^[!-~]+(?: [!-~]+)*$/;function U(i){return Ue.test(i)?i:i.normalize("NFC").replace(Ne," ").replace(Fe,"")}var qe=/['.`]/g,He=/[^a-z0-9]+/g;function oe(i){return i.toLowerCase().replace(qe,"").replace(He," ").trim()}function re(i){return De.test(i)}function L(i){let e=i.normalize("NFD").replace(/\p{M}+/gu,"");return re(e)?oe(e):void 0}function se(i){return K(i)??i.toUpperCase()}var ae=1e3,le=16*1024*1024,je=2**31-1,I=class{#t;#e=0;constructor(e){this.#t=e}async get(e,t,n){let{maxRetries:o,maxWaitSeconds:r,onWait:s}=this.#t,l=r*1e3;for(let a=1;;a++){let{response:c,text:h}=await this.#n(e,n),p=ze(h);if(c.ok&&t(p))return p;let f=Be(e,c,h,p),g=this.#i(c.status,f.retryAfterSeconds);if(g===void 0||g>l||a>o)throw f;l-=g,s?.({seconds:g/1e3,attempt:a,error:f}),await this.#o(g,c.status===429,n)}}async#n(e,t){let{fetch:n}=this.#t;t?.throwIfAborted();try{let o={accept:"application/json, application/problem+json"},r=await n(e,t===void 0?{headers:o}:{headers:o,signal:t});return{response:r,text:await $e(r)}}catch(o){throw t?.throwIfAborted(),new R(e,o)}}#i(e,t){if(e!==429&&e!==503||t===void 0)return;let n=t*1e3;return e===503?n:Math.max(n,this.#e+ae-Date.now())}async#o(e,t,n){t&&(this.#e=Date.now()+e);try{await We(e,n)}catch(o){throw t&&(this.#e-=ae),o}}};async function $e({body:i}){let e="",t=0,n=new TextDecoder,o=i?.getReader();for(let r=await o?.read();r?.value!==void 0;r=await o?.read()){if(t+=r.value.length,t>le)throw await o?.cancel(),new Error(`the response is longer than ${le} bytes`);e+=n.decode(r.value,{stream:!0})}return e+n.decode()}function We(i,e){return new Promise((t,n)=>{let o=()=>{clearTimeout(r),e?.removeEventListener("abort",o),e?.aborted===!0?n(e.reason):t()},r=setTimeout(o,Math.min(i,je));e?.addEventListener("abort",o),e?.aborted===!0&&o()})}function ze(i){try{return JSON.parse(i)}catch{return}}function Be(i,{ok:e,status:t,headers:n},o,r){let s=Ge(n.get("retry-after"));return!e&&Ke(r)?new u(r,s):new y(i,t,o,s)}function Ke(i){let{code:e,title:t,detail:n,request_id:o}=i??{};return[e,t,n,o].every(r=>typeof r=="string")}function Ge(i){if(i===null)return;let e=/^\d+$/.test(i)?Number(i):(Date.parse(i)-Date.now())/1e3;return Number.isNaN(e)?void 0:Math.max(0,e)}var Ve=25,v=class{#t;#e;constructor({baseUrl:e,fetch:t,maxRetries:n=5,maxWaitSeconds:o=60,onWait:r}){if(!URL.canParse(e)||!/^https?:[^?#]+$/i.test(e))throw new TypeError(`"baseUrl" must be an http or https address without query and fragment, got "${e}"`);this.#t=e.replace(/\/+$/,""),this.#e=new I({fetch:t??((s,l)=>globalThis.fetch(s,l)),maxRetries:n,maxWaitSeconds:o,onWait:r})}async search(e){return await this.#i("/v1/search",ce(e),q("list"),e.signal)}async searchWithDetails(e){return await this.#i("/details/v1/search",ce(e),q("list"),e.signal)}async*companies(e){for await(let t of this.pages(e))yield*t.data}async*pages({max:e=1/0,limit:t=Ve,...n}){let o=0,r;for(;o<e;){let s=await this.#n({...n,limit:Math.min(t,e-o),cursor:r},o);if(yield s,o+=s.data.length,s.next_cursor===null)return;r=s.next_cursor}}async#n(e,t){let{cursor:n}=e;try{let o=await this.search(e);if(o.next_cursor===null||o.next_cursor!==n)return o;throw new y(this.#t,200,`the next_cursor that was sent: ${o.next_cursor}`)}catch(o){throw n!==void 0&&o instanceof u&&o.code==="invalid_request"?new _(o.problem,t):o}}async company(e,{signal:t}={}){return await this.#i(`/v1/companies/${encodeURIComponent(e)}`,"",de("company"),t)}async details(e,{signal:t}={}){return await this.#i(`/details/v1/companies/${encodeURIComponent(e)}`,"",de("company_details"),t)}async officers(e,{signal:t}={}){return await this.#i(`/v1/companies/${encodeURIComponent(e)}/officers`,"",q("company_officer_list"),t)}async whyNoOfficers(e,t={}){let{data:n}=await this.company(e,t);return Xe[n.lifecycle.status]??"no register in the data publishes current officers of this company"}#i(e,t,n,o){return this.#e.get(this.#t+e+t,n,o)}},Xe={split:"the company was split: its successors have the officers",tombstoned:"no register lists this company any more",restricted:"the values of this company are withheld"};function ce({q:i,country:e,limit:t,cursor:n}){let o=new URLSearchParams;for(let[r,s]of Object.entries({q:i,country:e,limit:t,cursor:n}))s!==void 0&&o.set(r,String(s));return`?${o}`}function q(i){return e=>{let t=e??{};return t.object===i&&Array.isArray(t.data)}}function de(i){return e=>(e??{}).data?.object===i}var Ye=3,ue=25,Ze=9e4,Je=2,Qe=250,he=900,et=.3,tt=10,pe=new Set,M=class{#t;#e;#n;#i;#o=0;#s=0;#r=new AbortController;#l;constructor(e,t){this.#t=e,this.#e=t}cancel(){clearTimeout(this.#l),this.#r.abort(),this.#r=new AbortController}find(e,t,n=this.#c()){this.cancel();let o=U(e);if(Array.from(o).length<Ye){this.#e({kind:o===""?"idle":"short"});return}this.#e({kind:"searching",companies:this.#u(o,t)});let{signal:r}=this.#r;this.#l=setTimeout(()=>{this.#d(o,t,r)},n)}async company(e){this.cancel();let{signal:t}=this.#r;try{let n=await this.#h().company(e,{signal:H(t)});if(!O(n.data))throw new Error(`The response about "${e}" is not a company`);return{...n,attribution:w(n.attribution)}}catch(n){if(t.aborted)return;throw n}}async identifier(e){let{data:t}=await new v({baseUrl:this.#t(),maxRetries:0}).company(e),[n]=Array.isArray(t.identifiers)?t.identifiers:[];return ye(n?.value)&&j(n.country_scope)?n:void 0}async companyWithDetails(e,t){let n=this.#t(),o=new v({baseUrl:n,maxWaitSeconds:tt}),r={signal:H(t)},[{data:s},l]=await Promise.all([o.company(e,r),fe(n,()=>o.details(e,r))]);return l===void 0?{company:s}:{company:s,details:l.data}}#c(){let e=performance.now(),t=Math.min(e-this.#s,he);return this.#s=e,this.#o+=(t-this.#o)*et,Math.min(he,Math.max(Qe,this.#o*Je))}#u(e,t){let n=this.#i;return n?.country!==t||n.baseUrl!==this.#t()?[]:n.companies.filter(({name:o=""})=>o.toLowerCase().startsWith(e.toLowerCase()))}async#d(e,t,n){try{let o={baseUrl:this.#t(),country:t,query:e},r=this.#i,l=r!==void 0&&it(r,o)?r:await this.#f(o,n);if(n.aborted)return;this.#i=l,this.#e(l)}catch(o){n.aborted||this.#e({kind:"failed",error:o})}}async#f(e,t){let n=this.#h(),o={q:e.query,country:e.country,limit:ue,signal:H(t)},r=await fe(e.baseUrl,()=>n.searchWithDetails(o))??await n.search(o),s=r.data.slice(0,ue).filter(a=>O(a)),l=r.next_cursor!==null;return{...e,kind:"found",companies:s,hasMore:l,attribution:w(r.attribution)}}#h(){let e=this.#t();if(this.#n?.baseUrl!==e){let t=({seconds:n})=>this.#e({kind:"waiting",seconds:n});this.#n={baseUrl:e,api:new v({baseUrl:e,onWait:t})}}return this.#n.api}};async function fe(i,e){if(!pe.has(i))try{return await e()}catch(t){if(!(t instanceof u||t instanceof y)||t.status!==404)throw t;pe.add(i);return}}var nt=/(?:\d\D*){7}/;function it(i,{baseUrl:e,country:t,query:n}){if(i.baseUrl!==e||i.country!==t)return!1;if(i.query===n)return!0;let o=L(n);return o===void 0||i.hasMore||!n.startsWith(i.query)||nt.test(n)||L(i.query)===""?!1:i.companies.every(({name:r=""})=>L(r)?.startsWith(o))}function H(i){return AbortSignal.any([i,AbortSignal.timeout(Ze)])}var me=4e3;function ye(i){return typeof i=="string"&&i.length<=me}function j(i){return i===void 0||ye(i)}function O(i){let{id:e,number:t,...n}=i??{},o=["name","country_code","legal_form","company_status","country","state","locality"];return x(e)&&j(t?.value)&&o.every(r=>j(n[r]))}function w(i){return typeof i=="string"?i.slice(0,me):""}var P=class{input=d("input",{id:"input",part:"input",type:"text",role:"combobox",maxlength:"64",autocomplete:"off",autocapitalize:"none",spellcheck:"false",enterkeyhint:"search",dir:"auto","aria-autocomplete":"list","aria-expanded":"false","aria-controls":"list","aria-describedby":"note"});list=d("ul",{id:"list",part:"list",role:"listbox",hidden:""});popup=d("div",{class:"popup",part:"popup",hidden:""},this.list);anchor=d("span",{class:"anchor",tabindex:"-1"});#t;#e=[];#n=-1;constructor(e){this.#t=e,this.input.addEventListener("input",()=>e.onInput()),this.input.addEventListener("keydown",t=>this.#r(t)),this.list.addEventListener("mousedown",t=>t.preventDefault()),this.list.addEventListener("click",t=>this.#o(this.#i(t))),this.list.addEventListener("mouseover",t=>e.onHighlight(this.#e[this.#i(t)])),this.anchor.addEventListener("focus",()=>this.input.focus());for(let t of[this.input,this.popup])t.addEventListener("focusout",n=>{let o=n.relatedTarget;o!==this.input&&!this.popup.contains(o)&&e.onLeave()})}show(e,t){let n=this.#e[this.#n]?.id;this.#e=e;let o=e.map((r,s)=>d("li",{id:`option-${s}`,part:"option",role:"option","aria-selected":"false"},d("bdi",{part:"name"},r.name??r.id),d("small",{part:"details"},t(r))));this.list.replaceChildren(...o),this.list.hidden=e.length===0,this.#s(e.findIndex(({id:r})=>r===n))}showDetails(e,t){let o=this.list.children[this.#e.findIndex(r=>r.id===e)]?.querySelector("small");o&&(o.textContent=t)}open(e){this.popup.hidden=!e,this.anchor.hidden=e,e||this.#s(-1),this.input.setAttribute("aria-expanded",String(e&&this.#e.length>0))}#i({target:e}){let t=e.closest("li");return t===null?-1:[...this.list.children].indexOf(t)}#o(e){let t=this.#e[e];t!==void 0&&this.#t.onChoose(t)}#s(e){this.#n=e,this.input.removeAttribute("aria-activedescendant");for(let[t,n]of[...this.list.children].entries())n.setAttribute("aria-selected",String(t===e)),n.part.toggle("option-active",t===e),t===e&&(this.input.setAttribute("aria-activedescendant",n.id),n.scrollIntoView({block:"nearest"}));this.#t.onHighlight(this.#e[e])}#r(e){e.isComposing||e.ctrlKey||e.metaKey||e.shiftKey||this.#l(e)&&e.preventDefault()}#l({key:e,altKey:t}){let n=!this.popup.hidden;switch(e){case"ArrowDown":case"ArrowUp":return this.#u(e==="ArrowDown"?1:-1,t,n),!0;case"Enter":return n&&this.#n>=0?this.#o(this.#n):this.#t.onSubmit(),!0;case"Escape":if(n)this.open(!1);else{if(this.input.value==="")return!1;this.#c()}return!0;case"Tab":return n&&this.#o(this.#n),!1;case"Home":case"End":case"ArrowLeft":case"ArrowRight":return this.#s(-1),!1;default:return!1}}#c(){this.input.value="",this.#t.onInput()}#u(e,t,n){let o=this.#e.length;if(t&&e<0)return this.open(!1);if(!n&&o>0&&this.open(!0),!n&&o===0&&this.#t.onOpen(),t)return;let r=this.#n<0&&e<0?0:this.#n;o>0&&this.#s((r+e+o)%o)}};function d(i,e,...t){let n=document.createElement(i);for(let[o,r]of Object.entries(e))n.setAttribute(o,r);return n.append(...t),n}var ot=150,rt=500,D=class{#t;#e;#n=new Map;#i=[];#o;constructor(e,t){this.#t=e,this.#e=t}list(e){let t=e.filter(({number:r})=>r===void 0),n=t.map(({name:r,country_code:s,legal_form:l,company_status:a})=>[r,s,l,a].join(`
`).toLowerCase()),o=t.filter((r,s)=>n.indexOf(n[s]??"")!==n.lastIndexOf(n[s]??""));this.#i=o.map(({id:r})=>r)}of(e){return this.#n.get(e)}highlight(e){clearTimeout(this.#o),!(e===void 0||!this.#i.includes(e.id)||this.#n.has(e.id))&&(this.#o=setTimeout(()=>{this.#s(e).catch(()=>this.#n.delete(e.id))},ot))}async#s(e){this.#n.size>=rt&&this.#n.clear(),this.#n.set(e.id,void 0);let t=await this.#t.identifier(e.id),n={value:t?.value??e.id,country:t?.country_scope?.slice(0,2)};this.#n.set(e.id,n),this.#e(e,n)}};function $(i,e,t){let{number:n,country:o,country_code:r,state:s,locality:l}=i,a=o??r??t?.country,c=a&&b(a,e);return([n,o,s,l].some(f=>f!==void 0)?[st(s,e),c,n?.value,l]:[c,i.legal_form,i.company_status,t?.value]).filter(f=>f!==void 0).join(" · ")}function st(i,e){return i==="in_liquidation"||i==="insolvent"||i==="closed"?m(e,i):void 0}var ge="all",N=class{country=d("select",{id:"country",part:"country"});#t=d("label",{for:"input",part:"label"});#e=d("label",{for:"country",part:"label"});#n=d("div",{class:"country"},this.#e,this.country);#i=d("button",{type:"button",part:"retry"});#o=d("p",{class:"notice",part:"notice",hidden:""});#s=d("p",{part:"attribution",hidden:""});#r=d("p",{id:"note",class:"note",part:"note"});#l=d("div",{class:"status",role:"status"});#c;combobox;lookup;#u;#d;#f=!1;#h="en";#g="";#y;constructor(e,t){this.#c=t,this.lookup=new M(t.baseUrl,a=>this.#S(a)),this.#u=new D(this.lookup,(a,c)=>{this.combobox.showDetails(a.id,$(a,this.#h,c)),this.isOpen&&this.#m(c.value)}),this.combobox=new P({onInput:()=>this.#w(),onOpen:()=>this.find(),onChoose:a=>this.#x(a),onHighlight:a=>this.#u.highlight(a),onSubmit:t.onSubmit,onLeave:()=>this.close()});let{input:n,anchor:o,popup:r}=this.combobox;r.append(this.#o,this.#s);let s=d("div",{class:"field"},n,o,r),l=d("div",{class:"search"},this.#t,s);e.append(d("div",{class:"row"},l,this.#n),this.#r,this.#l),this.#i.addEventListener("click",()=>{n.focus(),this.find()}),this.country.addEventListener("change",()=>this.find()),this.country.addEventListener("focusout",({relatedTarget:a})=>{a!==n&&this.close()}),this.#p("")}get isOpen(){return!this.combobox.popup.hidden}get company(){return this.#d}get attribution(){return this.#s.textContent??""}describe(e,t,n){let{input:o,list:r}=this.combobox;this.#h=n,this.#r.textContent===this.#g&&(this.#r.textContent=this.#a("hint")),this.#g=this.#a("hint");let s=e.getAttribute("label"),l=s??e.getAttribute("aria-label")??(t||this.#a("label"));this.#t.textContent=s,this.#t.hidden=s===null,o.ariaLabel=s===null?l:null,r.ariaLabel=l,o.placeholder=e.getAttribute("placeholder")??"",o.ariaRequired=String(e.hasAttribute("required"));let a=se(e.getAttribute("country")??ge),c=e.hasAttribute("country-picker"),h=c?[[ge,this.#a("allCountries")],...G(n)]:[[a,""]],p=this.country.value;this.country.replaceChildren(...h.map(([f,g])=>d("option",{value:f},g))),this.country.value=c&&p!==""?p:a,this.#e.textContent=this.#a("country"),this.#e.hidden=s===null,this.country.ariaLabel=s===null?this.#a("country"):null,this.#n.hidden=!c}showCompany(e,t){this.showText(e.name??e.id),this.#d=e,this.#s.textContent=t,this.#r.textContent=t}showText(e){this.#d=void 0,this.combobox.input.value=e,this.close(),this.#p("")}async showId(e){this.showText(e);try{let t=await this.lookup.company(e);return t===void 0?void 0:(this.showCompany(t.data,t.attribution),!0)}catch(t){return this.#r.textContent=this.#v(t),t instanceof u&&!t.retryable?!1:void 0}}showFault(e){this.#r.textContent!==e&&(this.isOpen?this.#p(e):this.#m(e),this.#r.textContent=e,this.#r.classList.add("fault"))}announceFilled(e){let t=e?.map(n=>this.#a(`field-${n}`)).join(", ");t===void 0?this.#m(this.#a("unfilled")):t!==""&&this.#m(this.#a("filled").replace("{fields}",()=>t))}find(){this.#d===void 0&&this.lookup.find(this.combobox.input.value,this.country.value,0)}close(){this.lookup.cancel(),clearInterval(this.#y),this.#f&&this.combobox.show([],()=>""),this.#f=!1,this.combobox.open(!1)}#w(){let e=this.#d;this.#d=void 0,this.lookup.find(this.combobox.input.value,this.country.value),e===void 0?this.#c.onInput():this.#c.onChange(void 0)}#x(e){this.showCompany(e,this.attribution),this.#c.onChange(e)}#S(e){clearInterval(this.#y);let t=e.kind==="found";this.#f=e.kind==="searching"||e.kind==="waiting";let n=t||e.kind==="searching"?e.companies:[];this.#u.list(n),this.combobox.show(n,r=>$(r,this.#h,this.#u.of(r.id))),t&&(this.#s.textContent=e.attribution),this.#s.hidden=n.length===0,this.#o.classList.toggle("busy",e.kind==="searching"),this.#C(e);let{activeElement:o}=this.combobox.input.getRootNode();this.combobox.open(e.kind!=="idle"&&e.kind!=="short"&&o!==null)}#C(e){switch(e.kind){case"idle":return this.#p("");case"short":return this.#p("",this.#a("hint"));case"searching":return this.#b(e.companies.length===0?this.#a("searching"):"");case"found":return this.#E(e.companies.length,e.hasMore);case"waiting":return this.#T(Math.ceil(e.seconds));case"failed":this.#p(this.#v(e.error)),this.#i.textContent=this.#a("retry"),this.#o.append(this.#i)}}#E(e,t){e===0?this.#p(this.#a("none")):t?this.#p(C(this.#a("more"),e)):this.#p("",e===1?this.#a("one"):C(this.#a("many"),e))}#T(e){this.#p(C(this.#a("waiting"),e));let t=e;this.#y=setInterval(()=>{this.#b(--t>0?C(this.#a("waiting"),t):this.#a("searching")),t<=0&&clearInterval(this.#y)},1e3)}#p(e,t=e){this.#b(e),this.#m(t),this.#r.textContent=this.#g,this.#r.classList.remove("fault")}#m(e){let t=e===this.#l.textContent&&e!=="";this.#l.textContent=t?`${e} `:e}#b(e){this.#o.textContent=e,this.#o.hidden=e===""}#v(e){return e instanceof u&&!e.retryable?w(e.detail):(e instanceof TypeError&&reportError(e),this.#a("failed"))}#a(e){return m(this.#h,e)}};var be=`/* Colours come from the page: from its \`color-scheme\`, or from the custom properties that it sets. */
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
`;var lt=globalThis.HTMLElement??Object,F,ct=["baseUrl","country","disabled","name","required","value"],W=class extends lt{static formAssociated=!0;static observedAttributes=["aria-label","country","country-picker","label","lang","placeholder","required","value"];static texts=S;#t=this.attachInternals();#e;#n;#i="en";#o="";#s=!1;constructor(){super();let e=this.attachShadow({mode:"open",delegatesFocus:!0});F===void 0&&(F=new CSSStyleSheet,F.replaceSync(be)),e.adoptedStyleSheets=[F],this.#e=new N(e,{baseUrl:()=>this.baseUrl,onInput:()=>this.#o===""?this.#f():this.#u(void 0),onChange:t=>this.#u(t),onSubmit:()=>this.form?.requestSubmit()}),this.#n=new T(this,this.#e.lookup,t=>{this.#d(),this.#e.announceFilled(t)}),this.addEventListener("invalid",t=>{this.#h(!0),this.#e.showFault(this.validationMessage),this.#e.isOpen&&t.preventDefault()})}get value(){return this.#e.company?.id??this.#o}set value(e){e!==""&&e===this.#e.company?.id||(this.#r(e),this.#e.showText(e),this.#d(),this.isConnected&&this.#c())}get company(){return this.#e.company}get query(){return this.#e.combobox.input.value}get country(){return this.#e.country.value}set country(e){this.setAttribute("country",e)}get baseUrl(){let e=this.getAttribute("base-url");return e!==null?new URL(e,document.baseURI).href:import.meta.apiBaseUrl??""}set baseUrl(e){this.setAttribute("base-url",e)}get required(){return this.hasAttribute("required")}set required(e){this.toggleAttribute("required",e)}get disabled(){return this.hasAttribute("disabled")}set disabled(e){this.toggleAttribute("disabled",e)}get name(){return this.getAttribute("name")??""}set name(e){this.setAttribute("name",e)}get form(){return this.#t.form}get validity(){return this.#t.validity}get validationMessage(){return this.#t.validationMessage}checkValidity(){return this.#t.checkValidity()}reportValidity(){return this.#t.reportValidity()}connectedCallback(){for(let t of ct.filter(n=>Object.hasOwn(this,n))){let n=Reflect.get(this,t);Reflect.deleteProperty(this,t),Reflect.set(this,t,n)}this.#l(),this.#c();let e=this.querySelector("input");e===null||this.query!==""||(this.#e.combobox.input.value=e.value,e.value="",document.activeElement===e&&(this.#e.combobox.input.focus(),this.#e.find()))}disconnectedCallback(){this.#e.close(),this.#n.cancel()}attributeChangedCallback(e,t,n){e==="value"&&(this.value=n??""),this.isConnected&&this.#l()}formResetCallback(){this.#e.country.value="",this.#n.cancel(),this.#n.state={},this.#l(),this.value=this.getAttribute("value")??"",this.#h(!1)}formDisabledCallback(e){this.#e.combobox.input.disabled=e,this.#e.country.disabled=e,e&&this.#e.close()}formStateRestoreCallback(e){let{company:t,attribution:n,filled:o}=JSON.parse(e);O(t)&&(this.#n.state=o,this.#r(""),this.#e.showCompany(t,w(n)),this.#d())}#r(e){this.#o=e,this.#s=!1}#l(){this.#i=te(this),ne(this.#i).then(t=>t&&this.#l());let e=[...this.#t.labels].map(({textContent:t})=>t?.trim());this.#e.describe(this,e.join(" "),this.#i),this.#f()}async#c(){let e=this.#o;if(e==="")return;let t=x(e)&&await this.#e.showId(e);t===void 0||e!==this.#o||(this.#s=!t,this.#d())}#u(e){this.#r(""),this.#n.cancel(),this.#d(),e!==void 0&&this.dispatchEvent(new CustomEvent("company-selected",{detail:e,bubbles:!0,composed:!0})),this.dispatchEvent(new Event("change",{bubbles:!0})),e!==void 0&&this.#n.fill(e.id,this.#i)}#d(){let{company:e,attribution:t}=this.#e,n=e===void 0?null:JSON.stringify({company:e,attribution:t,filled:this.#n.state});this.#t.setFormValue(x(this.value)?this.value:null,n),this.#f()}#f(){let e=this.value==="",t=(n,o)=>this.#t.setValidity(n,o,this.#e.combobox.anchor);this.#s?t({badInput:!0},m(this.#i,"unknown")):e&&this.query.trim()!==""?t({badInput:!0},m(this.#i,"unfinished")):e&&this.required?t({valueMissing:!0},m(this.#i,"required")):t({}),this.validity.valid&&this.#h(!1)}#h(e){this.#e.combobox.input.ariaInvalid=String(e),e?this.#t.states.add("invalid"):this.#t.states.delete("invalid")}};globalThis.customElements?.get("company-search")===void 0&&globalThis.customElements?.define("company-search",W);export{W as CompanySearch};
