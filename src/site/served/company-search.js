var Se=/^co_[0-9a-hjkmnp-tv-z]{26}$/;function x(i){return typeof i=="string"&&Se.test(i)}var W={AT:"Austria",BE:"Belgium",BG:"Bulgaria",CH:"Switzerland",CY:"Cyprus",CZ:"Czechia",DE:"Germany",DK:"Denmark",EE:"Estonia",ES:"Spain",FI:"Finland",FR:"France",GB:"United Kingdom",GR:"Greece",HR:"Croatia",HU:"Hungary",IE:"Ireland",IS:"Iceland",IT:"Italy",LI:"Liechtenstein",LT:"Lithuania",LU:"Luxembourg",LV:"Latvia",MD:"Moldova",MT:"Malta",NL:"Netherlands",NO:"Norway",PL:"Poland",PT:"Portugal",RO:"Romania",RS:"Serbia",SE:"Sweden",SI:"Slovenia",SK:"Slovakia",UA:"Ukraine"};var z=new Map(Object.entries(W)),Ee="^([A-Za-z]{2}|[Aa][Ll][Ll])$",Te=new RegExp(Ee),ke=new Map([["UK","GB"],["EL","GR"]]);function B(i){if(!Te.test(i))return;let e=i.toUpperCase();return e==="ALL"?"all":ke.get(e)??e}var Ae=[...z.keys()],T={label:"Company",country:"Country",allCountries:"All countries",hint:"At least 3 characters of a name or business ID",searching:"Searching…",one:"1 company found",many:"{n} companies found",more:"The first {n} companies. Type more to narrow the list.",none:"No company found. The search compares the beginning of names and business IDs.",waiting:"Too many searches at once. The next one is sent in {n} s.",failed:"The search service cannot be reached.",retry:"Try again",required:"Choose a company.",unknown:"No company has this ID.",unfinished:"Choose a company from the list.",in_liquidation:"In liquidation",insolvent:"Insolvent",closed:"Closed",filled:"Filled in: {fields}",unfilled:"The form could not be filled in.","field-name":"name","field-number":"registry number","field-vat":"VAT number","field-street":"street","field-postal-code":"postal code","field-locality":"town","field-country":"country"},S={...T};function C(i,e){return i.replace("{n}",String(e))}function b(i,e){try{return new Intl.DisplayNames([e,"en"],{type:"region"}).of(i)??i}catch{return i}}function G(i){let e=Ae.map(t=>[t,b(t,i)]);return e.sort(([,t],[,n])=>t.localeCompare(n)),e}var E=["name","number","vat","street","postal-code","locality","country"],_e=new Map([["organization","name"],["street-address","street"],["address-line1","street"],["postal-code","postal-code"],["address-level2","locality"],["country","country"],["country-name","country"]]);function Y(i,e,t){let n=i.closest("fieldset"),r=n===null?[]:X(K(n.elements,t));return r.length>0?r:X(K(e.elements,t))}function K(i,e){return[...i].filter(Ie).flatMap(t=>Oe(t,e)??[])}function X(i){return E.flatMap(e=>{let t=i.filter(({field:o})=>o===e),n=Math.min(...t.map(o=>o.rank)),r=t.filter(o=>o.rank===n);return r.filter(({section:o})=>o===r[0]?.section).map(({control:o,field:s})=>[o,s])})}function Oe(i,e){let t=i.dataset.fill;if(t!==void 0)return V(t)?{control:i,field:t,rank:0,section:""}:void 0;let{name:n}=i;if(V(n)&&e.includes(n))return{control:i,field:n,rank:1,section:""};let r=Z(i),o=_e.get(r.pop()??"");if(!(o===void 0||!e.includes(o)))return{control:i,field:o,rank:2,section:r.join(" ")}}function Z(i){return(i.getAttribute("autocomplete")??"").toLowerCase().trim().split(/\s+/)}function V(i){return E.includes(i)}var Re=/^(?:button|checkbox|color|file|image|password|radio|range|reset|submit)$/;function Ie(i){return/^(?:input|textarea|select)$/.test(i.localName)&&!Re.test(i.type)}function J(i,e){let{name:t,country_code:n,identifiers:r=[]}=i,o=(...c)=>c.flatMap(u=>r.find(p=>p.scheme===u)?.value??[])[0],s=e?.address??{},l=r.find(({country_scope:c})=>c!==void 0)?.country_scope,a={name:t,number:o("national_registry_number"),vat:o("eu_vat_number","vat_number"),street:Le(s),"postal-code":s.postal_code,locality:s.locality,country:s.country_code??n??l?.slice(0,2)};return new Map(E.flatMap(c=>{let u=a[c];return typeof u=="string"&&u!==""?[[c,u]]:[]}))}function Le({street:i,lines:e,text:t,postal_code:n,locality:r}){return i??e?.join(`
`)??(n===void 0&&r===void 0?t:void 0)}function Q(i,e,t,n){let r=e==="country"?b(t,n):t;if(i.localName==="select"){let o=e==="country"?b(t,"en"):t,s=new Set([t,r,o].map(a=>a.toLowerCase()));return[...i.options].find(a=>[a.value,a.text].some(c=>s.has(c.toLowerCase())))?.value}return i.localName==="textarea"?t:Z(i).includes("country-name")?r:t.replaceAll(`
`,", ")}var k=class{#t;#e;#n=new Set;#i;#r=new AbortController;constructor(e,t,n){this.#t=e,this.#e=t,this.#i=n}get state(){return Object.fromEntries([...this.#n].map(e=>[e,!0]))}set state(e){this.#n=new Set(Object.keys(e??{}))}cancel(){this.#r.abort()}async fill(e,t){this.cancel(),this.#r=new AbortController;let{signal:n}=this.#r;if(this.#o().length!==0)try{let{company:r,details:o}=await this.#e.companyWithDetails(e,n),s=n.aborted?void 0:await this.#s(J(r,o),t);n.aborted||this.#i(s)}catch{n.aborted||this.#i(void 0)}}async#s(e,t){let n=new Set,r=new Set;for(let[o,s]of this.#o()){if(!this.#l(o,s))continue;let l=e.get(s),a=l===void 0?void 0:Q(o,s,l,t);a===void 0&&!this.#c(o,s)||(Pe(o,a),await Promise.resolve(),a!==void 0&&(r.add(ee(o,s)),n.add(s)))}return this.#n=r,[...n]}#o(){let{form:e}=this.#t,t=this.#t.getAttribute("fill")?.trim(),n=t===""?E:t?.split(/\s+/)??[];return e===null?[]:Y(this.#t,e,n)}#l(e,t){return this.#t.hasAttribute("overwrite")||e.value===""||this.#c(e,t)?!0:e.localName==="select"&&Me(e)}#c(e,t){return this.#n.has(ee(e,t))}};function ee({value:i},e){return`${e}
${i}`}function te({options:i}){return Math.max(0,[...i].findIndex(({defaultSelected:e})=>e))}function Me(i){return i.selectedIndex===te(i)}function Pe(i,e){let n=i.localName==="select"&&e===void 0?"selectedIndex":"value",r=n==="value"?e??"":te(i);Reflect.set(Object.getPrototypeOf(i),n,r,i);for(let o of["input","change"])i.dispatchEvent(new Event(o,{bubbles:!0,composed:!0}))}var ne={cs:()=>import("./company-search.cs.js"),da:()=>import("./company-search.da.js"),de:()=>import("./company-search.de.js"),es:()=>import("./company-search.es.js"),et:()=>import("./company-search.et.js"),fi:()=>import("./company-search.fi.js"),fr:()=>import("./company-search.fr.js"),it:()=>import("./company-search.it.js"),nb:()=>import("./company-search.nb.js"),nl:()=>import("./company-search.nl.js"),pl:()=>import("./company-search.pl.js"),sv:()=>import("./company-search.sv.js")},A=new Map;function ie(i){for(let e=i;e!==void 0;e=e.getRootNode().host){let t=e.closest("[lang]")?.getAttribute("lang");if(t!=null)return t}return"en"}async function re(i){let e=oe(i);if(A.has(e)||!Object.hasOwn(ne,e))return!1;try{let t=await ne[e]?.();return t===void 0||A.has(e)?!1:(A.set(e,t.default),!0)}catch{return!1}}function m(i,e){return S[e]!==T[e]?S[e]:A.get(oe(i))?.[e]??T[e]}function oe(i){return i.toLowerCase().replace(/[-_].*/,"").replace(/^n[no]$/,"nb")}var h=class extends Error{name="OpenFirmaError";code;status;title;detail;type;requestId;retryable;retryAfterSeconds;problem;constructor(e,t,n=`${e.title}: ${e.detail}`){super(n),this.code=e.code,this.status=e.status,this.title=e.title,this.detail=e.detail,this.type=e.type,this.requestId=e.request_id,this.retryable=e.retryable,this.retryAfterSeconds=t,this.problem=e}},_=class extends h{name="OpenFirmaCursorError";companiesGiven;constructor(e,t){super(e,void 0,`Cannot get the page after ${t} companies: ${e.detail}`),this.companiesGiven=t}},O=class extends Error{name="OpenFirmaNetworkError";url;constructor(e,t){super(`Cannot get "${e}": ${De(t)}`,{cause:t}),this.url=e}};function De(i){return i instanceof Error?i.cause instanceof Error&&i.cause.message||i.message:String(i)}var y=class extends Error{name="OpenFirmaAnswerError";url;status;excerpt;retryAfterSeconds;constructor(e,t,n,r){let o=n.slice(0,200);super(`The response of "${e}" is not one of the API: status ${t}, body ${JSON.stringify(o)}`),this.url=e,this.status=t,this.excerpt=o,this.retryAfterSeconds=r}};var Fe=/^[\x20-\x7e]*$/,Ne=/\p{White_Space}+/gu,Ue=/^ | $/g,qe=/^[!-~]+(?: [!-~]+)*$/;function U(i){return qe.test(i)?i:i.normalize("NFC").replace(Ne," ").replace(Ue,"")}var He=/['.`]/g,je=/[^a-z0-9]+/g;function se(i){return i.toLowerCase().replace(He,"").replace(je," ").trim()}function ae(i){return Fe.test(i)}function R(i){let e=i.normalize("NFD").replace(/\p{M}+/gu,"");return ae(e)?se(e):void 0}function le(i){return B(i)??i.toUpperCase()}var ce=1e3,de=16*1024*1024,$e=2**31-1,I=class{#t;#e=0;constructor(e){this.#t=e}async get(e,t,n){let{maxRetries:r,maxWaitSeconds:o,onWait:s}=this.#t,l=o*1e3;for(let a=1;;a++){let{response:c,text:u}=await this.#n(e,n),p=Be(u);if(c.ok&&t(p))return p;let f=Ge(e,c,u,p),g=this.#i(c.status,f.retryAfterSeconds);if(g===void 0||g>l||a>r)throw f;l-=g,s?.({seconds:g/1e3,attempt:a,error:f}),await this.#r(g,c.status===429,n)}}async#n(e,t){let{fetch:n}=this.#t;t?.throwIfAborted();try{let r={accept:"application/json, application/problem+json"},o=await n(e,t===void 0?{headers:r}:{headers:r,signal:t});return{response:o,text:await We(o)}}catch(r){throw t?.throwIfAborted(),new O(e,r)}}#i(e,t){if(e!==429&&e!==503||t===void 0)return;let n=t*1e3;return e===503?n:Math.max(n,this.#e+ce-Date.now())}async#r(e,t,n){t&&(this.#e=Date.now()+e);try{await ze(e,n)}catch(r){throw t&&(this.#e-=ce),r}}};async function We({body:i}){let e="",t=0,n=new TextDecoder,r=i?.getReader();for(let o=await r?.read();o?.value!==void 0;o=await r?.read()){if(t+=o.value.length,t>de)throw await r?.cancel(),new Error(`the response is longer than ${de} bytes`);e+=n.decode(o.value,{stream:!0})}return e+n.decode()}function ze(i,e){return new Promise((t,n)=>{let r=()=>{clearTimeout(o),e?.removeEventListener("abort",r),e?.aborted===!0?n(e.reason):t()},o=setTimeout(r,Math.min(i,$e));e?.addEventListener("abort",r),e?.aborted===!0&&r()})}function Be(i){try{return JSON.parse(i)}catch{return}}function Ge(i,{ok:e,status:t,headers:n},r,o){let s=Xe(n.get("retry-after"));return!e&&Ke(o)?new h(o,s):new y(i,t,r,s)}function Ke(i){let{code:e,title:t,detail:n,request_id:r}=i??{};return[e,t,n,r].every(o=>typeof o=="string")}function Xe(i){if(i===null)return;let e=/^\d+$/.test(i)?Number(i):(Date.parse(i)-Date.now())/1e3;return Number.isNaN(e)?void 0:Math.max(0,e)}var Ve=25,v=class{#t;#e;constructor({baseUrl:e,fetch:t,maxRetries:n=5,maxWaitSeconds:r=60,onWait:o}){if(!URL.canParse(e)||!/^https?:[^?#]+$/i.test(e))throw new TypeError(`"baseUrl" must be an http or https address without query and fragment, got "${e}"`);this.#t=e.replace(/\/+$/,""),this.#e=new I({fetch:t??((s,l)=>globalThis.fetch(s,l)),maxRetries:n,maxWaitSeconds:r,onWait:o})}async search(e){return await this.#i("/v1/search",ue(e),q("list"),e.signal)}async searchWithDetails(e){return await this.#i("/details/v1/search",ue(e),q("list"),e.signal)}async*companies(e){for await(let t of this.pages(e))yield*t.data}async*pages({max:e=1/0,limit:t=Ve,...n}){let r=0,o;for(;r<e;){let s=await this.#n({...n,limit:Math.min(t,e-r),cursor:o},r);if(yield s,r+=s.data.length,s.next_cursor===null)return;o=s.next_cursor}}async#n(e,t){let{cursor:n}=e;try{let r=await this.search(e);if(r.next_cursor===null||r.next_cursor!==n)return r;throw new y(this.#t,200,`the next_cursor that was sent: ${r.next_cursor}`)}catch(r){throw n!==void 0&&r instanceof h&&r.code==="invalid_request"?new _(r.problem,t):r}}async company(e,{signal:t}={}){return await this.#i(`/v1/companies/${encodeURIComponent(e)}`,"",he("company"),t)}async details(e,{signal:t}={}){return await this.#i(`/details/v1/companies/${encodeURIComponent(e)}`,"",he("company_details"),t)}async officers(e,{signal:t}={}){return await this.#i(`/v1/companies/${encodeURIComponent(e)}/officers`,"",q("company_officer_list"),t)}#i(e,t,n,r){return this.#e.get(this.#t+e+t,n,r)}};function ue({q:i,country:e,limit:t,cursor:n}){let r=new URLSearchParams;for(let[o,s]of Object.entries({q:i,country:e,limit:t,cursor:n}))s!==void 0&&r.set(o,String(s));return`?${r}`}function q(i){return e=>{let t=e??{};return t.object===i&&Array.isArray(t.data)}}function he(i){return e=>(e??{}).data?.object===i}var Ye=3,pe=25,Ze=9e4,Je=2,Qe=250,fe=900,et=.3,tt=10,me=new Set,L=class{#t;#e;#n;#i;#r=0;#s=0;#o=new AbortController;#l;constructor(e,t){this.#t=e,this.#e=t}cancel(){clearTimeout(this.#l),this.#o.abort(),this.#o=new AbortController}find(e,t,n=this.#c()){this.cancel();let r=U(e);if(Array.from(r).length<Ye){this.#e({kind:r===""?"idle":"short"});return}this.#e({kind:"searching",companies:this.#u(r,t)});let{signal:o}=this.#o;this.#l=setTimeout(()=>{this.#d(r,t,o)},n)}async company(e){this.cancel();let{signal:t}=this.#o;try{let n=await this.#h().company(e,{signal:H(t)});if(!M(n.data))throw new Error(`The response about "${e}" is not a company`);return{...n,attribution:w(n.attribution)}}catch(n){if(t.aborted)return;throw n}}async identifier(e){let{data:t}=await new v({baseUrl:this.#t(),maxRetries:0}).company(e),[n]=Array.isArray(t.identifiers)?t.identifiers:[];return be(n?.value)&&ve(n.country_scope)?n:void 0}async companyWithDetails(e,t){let n=this.#t(),r=new v({baseUrl:n,maxWaitSeconds:tt}),o={signal:H(t)},[{data:s},l]=await Promise.all([r.company(e,o),ye(n,()=>r.details(e,o))]);return l===void 0?{company:s}:{company:s,details:l.data}}#c(){let e=performance.now(),t=Math.min(e-this.#s,fe);return this.#s=e,this.#r+=(t-this.#r)*et,Math.min(fe,Math.max(Qe,this.#r*Je))}#u(e,t){let n=this.#i;return n?.country!==t||n.baseUrl!==this.#t()?[]:n.companies.filter(({name:r=""})=>r.toLowerCase().startsWith(e.toLowerCase()))}async#d(e,t,n){try{let r=this.#t(),s=this.#i!==void 0&&nt(this.#i,{baseUrl:r,country:t,query:e})?this.#i:await this.#f(r,e,t,n);if(n.aborted||s===void 0)return;this.#i=s;let{companies:l,hasMore:a,attribution:c}=s;this.#e({kind:"found",companies:l,hasMore:a,attribution:c})}catch(r){n.aborted||this.#e({kind:"failed",error:r})}}async#f(e,t,n,r){let o=this.#h(),s={q:t,country:n,limit:pe,signal:H(r)},l=await ye(e,()=>o.searchWithDetails(s))??await o.search(s),a=l.data.slice(0,pe).filter(u=>M(u)),c=l.next_cursor!==null;return{baseUrl:e,country:n,query:t,companies:a,hasMore:c,attribution:w(l.attribution)}}#h(){let e=this.#t();if(this.#n?.baseUrl!==e){let t=({seconds:n})=>this.#e({kind:"waiting",seconds:n});this.#n={baseUrl:e,api:new v({baseUrl:e,onWait:t})}}return this.#n.api}};async function ye(i,e){if(!me.has(i))try{return await e()}catch(t){if(!(t instanceof h||t instanceof y)||t.status!==404)throw t;me.add(i);return}}function nt(i,{baseUrl:e,country:t,query:n}){if(i.baseUrl!==e||i.country!==t)return!1;if(i.query===n)return!0;let r=R(n);return r===void 0||i.hasMore||!n.startsWith(i.query)||R(i.query)===""?!1:i.companies.every(({name:o=""})=>R(o)?.startsWith(r))}function H(i){return AbortSignal.any([i,AbortSignal.timeout(Ze)])}var ge=4e3;function be(i){return typeof i=="string"&&i.length<=ge}function ve(i){return i===void 0||be(i)}function M(i){let e=i??{},{name:t,country_code:n,legal_form:r,company_status:o}=e,s=[t,n,r,o,e.number?.value,e.country,e.state,e.locality];return x(e.id)&&s.every(ve)}function w(i){return typeof i=="string"?i.slice(0,ge):""}var P=class{input=d("input",{id:"input",part:"input",type:"text",role:"combobox",maxlength:"64",autocomplete:"off",autocapitalize:"none",spellcheck:"false",enterkeyhint:"search",dir:"auto","aria-autocomplete":"list","aria-expanded":"false","aria-controls":"list","aria-describedby":"note"});list=d("ul",{id:"list",part:"list",role:"listbox",hidden:""});popup=d("div",{class:"popup",part:"popup",hidden:""},this.list);anchor=d("span",{class:"anchor",tabindex:"-1"});#t;#e=[];#n=-1;constructor(e){this.#t=e,this.input.addEventListener("input",()=>e.onInput()),this.input.addEventListener("keydown",t=>this.#o(t)),this.list.addEventListener("mousedown",t=>t.preventDefault()),this.list.addEventListener("click",t=>this.#r(this.#i(t))),this.list.addEventListener("mouseover",t=>e.onHighlight(this.#e[this.#i(t)])),this.anchor.addEventListener("focus",()=>this.input.focus());for(let t of[this.input,this.popup])t.addEventListener("focusout",n=>{let r=n.relatedTarget;r!==this.input&&!this.popup.contains(r)&&e.onLeave()})}show(e,t){let n=this.#e[this.#n]?.id;this.#e=e;let r=e.map((o,s)=>d("li",{id:`option-${s}`,part:"option",role:"option","aria-selected":"false"},d("bdi",{part:"name"},o.name??o.id),d("small",{part:"details"},t(o))));this.list.replaceChildren(...r),this.list.hidden=e.length===0,this.#s(e.findIndex(({id:o})=>o===n))}showDetails(e,t){let r=this.list.children[this.#e.findIndex(o=>o.id===e)]?.querySelector("small");r&&(r.textContent=t)}open(e){this.popup.hidden=!e,this.anchor.hidden=e,e||this.#s(-1),this.input.setAttribute("aria-expanded",String(e&&this.#e.length>0))}#i({target:e}){let t=e.closest("li");return t===null?-1:[...this.list.children].indexOf(t)}#r(e){let t=this.#e[e];t!==void 0&&this.#t.onChoose(t)}#s(e){this.#n=e,this.input.removeAttribute("aria-activedescendant");for(let[t,n]of[...this.list.children].entries())n.setAttribute("aria-selected",String(t===e)),n.part.toggle("option-active",t===e),t===e&&(this.input.setAttribute("aria-activedescendant",n.id),n.scrollIntoView({block:"nearest"}));this.#t.onHighlight(this.#e[e])}#o(e){e.isComposing||e.ctrlKey||e.metaKey||e.shiftKey||this.#l(e)&&e.preventDefault()}#l({key:e,altKey:t}){let n=!this.popup.hidden;switch(e){case"ArrowDown":case"ArrowUp":return this.#u(e==="ArrowDown"?1:-1,t,n),!0;case"Enter":return n&&this.#n>=0?this.#r(this.#n):this.#t.onSubmit(),!0;case"Escape":if(n)this.open(!1);else{if(this.input.value==="")return!1;this.#c()}return!0;case"Tab":return n&&this.#r(this.#n),!1;case"Home":case"End":case"ArrowLeft":case"ArrowRight":return this.#s(-1),!1;default:return!1}}#c(){this.input.value="",this.#t.onInput()}#u(e,t,n){let r=this.#e.length;if(t&&e<0)return this.open(!1);if(!n&&r>0&&this.open(!0),!n&&r===0&&this.#t.onOpen(),t)return;let o=this.#n<0&&e<0?0:this.#n;r>0&&this.#s((o+e+r)%r)}};function d(i,e,...t){let n=document.createElement(i);for(let[r,o]of Object.entries(e))n.setAttribute(r,o);return n.append(...t),n}var it=150,rt=500,D=class{#t;#e;#n=new Map;#i=[];#r;constructor(e,t){this.#t=e,this.#e=t}list(e){let t=e.filter(({number:o})=>o===void 0),n=t.map(({name:o,country_code:s,legal_form:l,company_status:a})=>[o,s,l,a].join(`
`).toLowerCase()),r=t.filter((o,s)=>n.indexOf(n[s]??"")!==n.lastIndexOf(n[s]??""));this.#i=r.map(({id:o})=>o)}of(e){return this.#n.get(e)}highlight(e){clearTimeout(this.#r),!(e===void 0||!this.#i.includes(e.id)||this.#n.has(e.id))&&(this.#r=setTimeout(()=>{this.#s(e).catch(()=>this.#n.delete(e.id))},it))}async#s(e){this.#n.size>=rt&&this.#n.clear(),this.#n.set(e.id,void 0);let t=await this.#t(e.id),n={value:t?.value??e.id,country:t?.country_scope?.slice(0,2)};this.#n.set(e.id,n),this.#e(e,n)}};function j(i,e,t){let{number:n,country:r,country_code:o,state:s,locality:l}=i,a=r??o??t?.country,c=a&&b(a,e);return([n,r,s,l].some(f=>f!==void 0)?[ot(s,e),c,n?.value,l]:[c,i.legal_form,i.company_status,t?.value]).filter(f=>f!==void 0).join(" · ")}function ot(i,e){return i==="in_liquidation"||i==="insolvent"||i==="closed"?m(e,i):void 0}var we="all",F=class{country=d("select",{id:"country",part:"country"});#t=d("label",{for:"input",part:"label"});#e=d("label",{for:"country",part:"label"});#n=d("div",{class:"country"},this.#e,this.country);#i=d("button",{type:"button",part:"retry"});#r=d("p",{class:"notice",part:"notice",hidden:""});#s=d("p",{part:"attribution",hidden:""});#o=d("p",{id:"note",class:"note",part:"note"});#l=d("div",{class:"status",role:"status"});#c;combobox;lookup;#u;#d;#f=!1;#h="en";#g="";#y;constructor(e,t){this.#c=t,this.lookup=new L(t.baseUrl,a=>this.#S(a)),this.#u=new D(a=>this.lookup.identifier(a),(a,c)=>{this.combobox.showDetails(a.id,j(a,this.#h,c)),this.isOpen&&this.#m(c.value)}),this.combobox=new P({onInput:()=>this.#w(),onOpen:()=>this.find(),onChoose:a=>this.#x(a),onHighlight:a=>this.#u.highlight(a),onSubmit:t.onSubmit,onLeave:()=>this.close()});let{input:n,anchor:r,popup:o}=this.combobox;o.append(this.#r,this.#s);let s=d("div",{class:"field"},n,r,o),l=d("div",{class:"search"},this.#t,s);e.append(d("div",{class:"row"},l,this.#n),this.#o,this.#l),this.#i.addEventListener("click",()=>{n.focus(),this.find()}),this.country.addEventListener("change",()=>this.find()),this.country.addEventListener("focusout",({relatedTarget:a})=>{a!==n&&this.close()}),this.#p("")}get isOpen(){return!this.combobox.popup.hidden}get company(){return this.#d}get attribution(){return this.#s.textContent??""}describe(e,t,n){let{input:r,list:o}=this.combobox;this.#h=n,this.#o.textContent===this.#g&&(this.#o.textContent=this.#a("hint")),this.#g=this.#a("hint");let s=e.getAttribute("label"),l=s??e.getAttribute("aria-label")??(t||this.#a("label"));this.#t.textContent=s,this.#t.hidden=s===null,r.ariaLabel=s===null?l:null,o.ariaLabel=l,r.placeholder=e.getAttribute("placeholder")??"",r.ariaRequired=String(e.hasAttribute("required"));let a=le(e.getAttribute("country")??we),c=e.hasAttribute("country-picker"),u=c?[[we,this.#a("allCountries")],...G(n)]:[[a,""]],p=this.country.value;this.country.replaceChildren(...u.map(([f,g])=>d("option",{value:f},g))),this.country.value=c&&p!==""?p:a,this.#e.textContent=this.#a("country"),this.#e.hidden=s===null,this.country.ariaLabel=s===null?this.#a("country"):null,this.#n.hidden=!c}showCompany(e,t){this.showText(e.name??e.id),this.#d=e,this.#s.textContent=t,this.#o.textContent=t}showText(e){this.#d=void 0,this.combobox.input.value=e,this.close(),this.#p("")}async showId(e){this.showText(e);try{let t=await this.lookup.company(e);return t===void 0?void 0:(this.showCompany(t.data,t.attribution),!0)}catch(t){return this.#o.textContent=this.#v(t),t instanceof h&&!t.retryable?!1:void 0}}showFault(e){this.#o.textContent!==e&&(this.isOpen?this.#p(e):this.#m(e),this.#o.textContent=e,this.#o.classList.add("fault"))}announceFilled(e){let t=e?.map(n=>this.#a(`field-${n}`)).join(", ");t===void 0?this.#m(this.#a("unfilled")):t!==""&&this.#m(this.#a("filled").replace("{fields}",()=>t))}find(){this.#d===void 0&&this.lookup.find(this.combobox.input.value,this.country.value,0)}close(){this.lookup.cancel(),clearInterval(this.#y),this.#f&&this.combobox.show([],()=>""),this.#f=!1,this.combobox.open(!1)}#w(){let e=this.#d;this.#d=void 0,this.lookup.find(this.combobox.input.value,this.country.value),e===void 0?this.#c.onInput():this.#c.onChange(void 0)}#x(e){this.showCompany(e,this.attribution),this.#c.onChange(e)}#S(e){clearInterval(this.#y);let t=e.kind==="found";this.#f=e.kind==="searching"||e.kind==="waiting";let n=t||e.kind==="searching"?e.companies:[];this.#u.list(n),this.combobox.show(n,o=>j(o,this.#h,this.#u.of(o.id))),t&&(this.#s.textContent=e.attribution),this.#s.hidden=n.length===0,this.#r.classList.toggle("busy",e.kind==="searching"),this.#C(e);let{activeElement:r}=this.combobox.input.getRootNode();this.combobox.open(e.kind!=="idle"&&e.kind!=="short"&&r!==null)}#C(e){switch(e.kind){case"idle":return this.#p("");case"short":return this.#p("",this.#a("hint"));case"searching":return this.#b(e.companies.length===0?this.#a("searching"):"");case"found":return this.#E(e.companies.length,e.hasMore);case"waiting":return this.#T(Math.ceil(e.seconds));case"failed":this.#p(this.#v(e.error)),this.#i.textContent=this.#a("retry"),this.#r.append(this.#i)}}#E(e,t){e===0?this.#p(this.#a("none")):t?this.#p(C(this.#a("more"),e)):this.#p("",e===1?this.#a("one"):C(this.#a("many"),e))}#T(e){this.#p(C(this.#a("waiting"),e));let t=e;this.#y=setInterval(()=>{this.#b(--t>0?C(this.#a("waiting"),t):this.#a("searching")),t<=0&&clearInterval(this.#y)},1e3)}#p(e,t=e){this.#b(e),this.#m(t),this.#o.textContent=this.#g,this.#o.classList.remove("fault")}#m(e){let t=e===this.#l.textContent&&e!=="";this.#l.textContent=t?`${e} `:e}#b(e){this.#r.textContent=e,this.#r.hidden=e===""}#v(e){return e instanceof h&&!e.retryable?w(e.detail):(e instanceof TypeError&&reportError(e),this.#a("failed"))}#a(e){return m(this.#h,e)}};var xe=`/* Colours come from the page: from its \`color-scheme\`, or from the custom properties that it sets. */
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
`;var at=globalThis.HTMLElement??Object,N,lt=["baseUrl","country","disabled","name","required","value"],$=class extends at{static formAssociated=!0;static observedAttributes=["aria-label","country","country-picker","label","lang","placeholder","required","value"];static texts=S;#t=this.attachInternals();#e;#n;#i="en";#r="";#s=!1;constructor(){super();let e=this.attachShadow({mode:"open",delegatesFocus:!0});N===void 0&&(N=new CSSStyleSheet,N.replaceSync(xe)),e.adoptedStyleSheets=[N],this.#e=new F(e,{baseUrl:()=>this.baseUrl,onInput:()=>this.#r===""?this.#f():this.#u(void 0),onChange:t=>this.#u(t),onSubmit:()=>this.form?.requestSubmit()}),this.#n=new k(this,this.#e.lookup,t=>{this.#d(),this.#e.announceFilled(t)}),this.addEventListener("invalid",t=>{this.#h(!0),this.#e.showFault(this.validationMessage),this.#e.isOpen&&t.preventDefault()})}get value(){return this.#e.company?.id??this.#r}set value(e){e!==""&&e===this.#e.company?.id||(this.#o(e),this.#e.showText(e),this.#d(),this.isConnected&&this.#c())}get company(){return this.#e.company}get query(){return this.#e.combobox.input.value}get country(){return this.#e.country.value}set country(e){this.setAttribute("country",e)}get baseUrl(){let e=this.getAttribute("base-url");return e!==null?new URL(e,document.baseURI).href:import.meta.apiBaseUrl??""}set baseUrl(e){this.setAttribute("base-url",e)}get required(){return this.hasAttribute("required")}set required(e){this.toggleAttribute("required",e)}get disabled(){return this.hasAttribute("disabled")}set disabled(e){this.toggleAttribute("disabled",e)}get name(){return this.getAttribute("name")??""}set name(e){this.setAttribute("name",e)}get form(){return this.#t.form}get validity(){return this.#t.validity}get validationMessage(){return this.#t.validationMessage}checkValidity(){return this.#t.checkValidity()}reportValidity(){return this.#t.reportValidity()}connectedCallback(){for(let t of lt.filter(n=>Object.hasOwn(this,n))){let n=Reflect.get(this,t);Reflect.deleteProperty(this,t),Reflect.set(this,t,n)}this.#l(),this.#c();let e=this.querySelector("input");e===null||this.query!==""||(this.#e.combobox.input.value=e.value,e.value="",document.activeElement===e&&(this.#e.combobox.input.focus(),this.#e.find()))}disconnectedCallback(){this.#e.close(),this.#n.cancel()}attributeChangedCallback(e,t,n){e==="value"&&(this.value=n??""),this.isConnected&&this.#l()}formResetCallback(){this.#e.country.value="",this.#n.cancel(),this.#n.state={},this.#l(),this.value=this.getAttribute("value")??"",this.#h(!1)}formDisabledCallback(e){this.#e.combobox.input.disabled=e,this.#e.country.disabled=e,e&&this.#e.close()}formStateRestoreCallback(e){let{company:t,attribution:n,filled:r}=JSON.parse(e);M(t)&&(this.#n.state=r,this.#o(""),this.#e.showCompany(t,w(n)),this.#d())}#o(e){this.#r=e,this.#s=!1}#l(){this.#i=ie(this),re(this.#i).then(t=>t&&this.#l());let e=[...this.#t.labels].map(({textContent:t})=>t?.trim());this.#e.describe(this,e.join(" "),this.#i),this.#f()}async#c(){let e=this.#r;if(e==="")return;let t=x(e)&&await this.#e.showId(e);t===void 0||e!==this.#r||(this.#s=!t,this.#d())}#u(e){this.#o(""),this.#n.cancel(),this.#d(),e!==void 0&&this.dispatchEvent(new CustomEvent("company-selected",{detail:e,bubbles:!0,composed:!0})),this.dispatchEvent(new Event("change",{bubbles:!0})),e!==void 0&&this.#n.fill(e.id,this.#i)}#d(){let{company:e,attribution:t}=this.#e,n=e===void 0?null:JSON.stringify({company:e,attribution:t,filled:this.#n.state});this.#t.setFormValue(x(this.value)?this.value:null,n),this.#f()}#f(){let e=this.value==="",t=(n,r)=>this.#t.setValidity(n,r,this.#e.combobox.anchor);this.#s?t({badInput:!0},m(this.#i,"unknown")):e&&this.query.trim()!==""?t({badInput:!0},m(this.#i,"unfinished")):e&&this.required?t({valueMissing:!0},m(this.#i,"required")):t({}),this.validity.valid&&this.#h(!1)}#h(e){this.#e.combobox.input.ariaInvalid=String(e),e?this.#t.states.add("invalid"):this.#t.states.delete("invalid")}};globalThis.customElements?.get("company-search")===void 0&&globalThis.customElements?.define("company-search",$);export{$ as CompanySearch};
