var At=/^co_[0-9a-hjkmnp-tv-z]{26}$/;function C(i){return typeof i=="string"&&At.test(i)}var _t=globalThis.HTMLElement??Object,E=class extends _t{get baseUrl(){let t=this.getAttribute("base-url");return t!==null?new URL(t,document.baseURI).href:import.meta.apiBaseUrl??""}set baseUrl(t){this.setAttribute("base-url",t)}get required(){return this.hasAttribute("required")}set required(t){this.toggleAttribute("required",t)}get allowUnlisted(){return this.hasAttribute("allow-unlisted")}set allowUnlisted(t){this.toggleAttribute("allow-unlisted",t)}get disabled(){return this.hasAttribute("disabled")}set disabled(t){this.toggleAttribute("disabled",t)}get name(){return this.getAttribute("name")??""}set name(t){this.setAttribute("name",t)}};function X(i){let t=i.querySelector("input");if(t===null)return{text:"",isFocused:!1};let e={text:t.value,isFocused:document.activeElement===t};return t.value="",t.disabled=i.hasAttribute("allow-unlisted"),e}var Y={AT:"Austria",BE:"Belgium",BG:"Bulgaria",CH:"Switzerland",CY:"Cyprus",CZ:"Czechia",DE:"Germany",DK:"Denmark",EE:"Estonia",ES:"Spain",FI:"Finland",FR:"France",GB:"United Kingdom",GR:"Greece",HR:"Croatia",HU:"Hungary",IE:"Ireland",IS:"Iceland",IT:"Italy",LI:"Liechtenstein",LT:"Lithuania",LU:"Luxembourg",LV:"Latvia",MD:"Moldova",MT:"Malta",NL:"Netherlands",NO:"Norway",PL:"Poland",PT:"Portugal",RO:"Romania",RS:"Serbia",SE:"Sweden",SI:"Slovenia",SK:"Slovakia",UA:"Ukraine"};var Z=new Map(Object.entries(Y)),Lt="^([A-Za-z]{2}|[Aa][Ll][Ll])$",Pt=new RegExp(Lt),Ot=new Map([["UK","GB"],["EL","GR"]]);function J(i){if(!Pt.test(i))return;let t=i.toUpperCase();return t==="ALL"?"all":Ot.get(t)??t}var T={label:"Company",country:"Country",allCountries:"All countries",hint:"At least 3 characters of a name or business ID",searching:"Searching…",one:"1 company found",many:"{n} companies found",more:"The first {n} companies. Type more to narrow the list.",none:"No company found. The search compares the beginning of names and business IDs.",unlisted:"Not listed: use “{text}” as typed",typed:"“{text}” is used as typed.",waiting:"Too many searches at once. The next one is sent in {n} s.",failed:"The search service cannot be reached.",retry:"Try again",required:"Choose a company.",unknown:"No company has this ID.",unfinished:"Choose a company from the list.",in_liquidation:"In liquidation",insolvent:"Insolvent",closed:"Closed",filled:"Filled in: {fields}",unfilled:"The form could not be filled in.","field-name":"name","field-number":"registry number","field-vat":"VAT number","field-street":"street","field-postal-code":"postal code","field-locality":"town","field-country":"country"},S={...T};function g(i,t){return i.replace("{n}",String(t))}function $(i,t){return i.replace("{text}",()=>t)}function b(i,t){try{return new Intl.DisplayNames([t,"en"],{type:"region"}).of(i)??i}catch{return i}}function Q(i){let t=[...Z.keys()].map(e=>[e,b(e,i)]);return t.sort(([,e],[,n])=>e.localeCompare(n)),t}var A=["name","number","vat","street","postal-code","locality","country"],Mt=new Map([["organization","name"],["street-address","street"],["address-line1","street"],["postal-code","postal-code"],["address-level2","locality"],["country","country"],["country-name","country"]]);function It(i,t,e){let n=i.closest("fieldset"),o=n===null?[]:et(tt(n.elements,e));return o.length>0?o:et(tt(t.elements,e))}function tt(i,t){return[...i].filter(Nt).flatMap(e=>Dt(e,t)??[])}function et(i){return A.flatMap(t=>{let e=i.filter(({field:s})=>s===t),n=Math.min(...e.map(s=>s.rank)),o=e.filter(s=>s.rank===n);return o.filter(({section:s})=>s===o[0]?.section).map(({control:s,field:r})=>[s,r])})}function Dt(i,t){let e=i.dataset.fill;if(e!==void 0)return nt(e)?{control:i,field:e,rank:0,section:""}:void 0;let{name:n}=i;if(nt(n)&&t.includes(n))return{control:i,field:n,rank:1,section:""};let o=ot(i),s=Mt.get(o.pop()??"");if(!(s===void 0||!t.includes(s)))return{control:i,field:s,rank:2,section:o.join(" ")}}function ot(i){return(i.getAttribute("autocomplete")??"").toLowerCase().trim().split(/\s+/)}function nt(i){return A.includes(i)}var Ft=/^(?:button|checkbox|color|file|image|password|radio|range|reset|submit)$/;function Nt(i){return/^(?:input|textarea|select)$/.test(i.localName)&&!Ft.test(i.type)}function Ut(i,t){let{name:e,country_code:n,identifiers:o=[]}=i,s=(...c)=>c.flatMap(p=>o.find(y=>y.scheme===p)?.value??[])[0],r=t?.address??{},a=o.find(({country_scope:c})=>c!==void 0)?.country_scope,l={name:e,number:s("national_registry_number"),vat:s("eu_vat_number","vat_number"),street:Ht(r),"postal-code":r.postal_code,locality:r.locality,country:r.country_code??n??a?.slice(0,2)};return new Map(A.flatMap(c=>{let p=l[c];return typeof p=="string"&&p!==""?[[c,p]]:[]}))}function Ht({street:i,lines:t,text:e,postal_code:n,locality:o}){return i??t?.join(`
`)??(n===void 0&&o===void 0?e:void 0)}function qt(i,t,e,n){let o=t==="country"?b(e,n):e;if(i.localName==="select"){let s=t==="country"?b(e,"en"):e,r=new Set([e,o,s].map(l=>l.toLowerCase()));return[...i.options].find(l=>[l.value,l.text].some(c=>r.has(c.toLowerCase())))?.value}return i.localName==="textarea"?e:ot(i).includes("country-name")?o:e.replaceAll(`
`,", ")}var k=class{#e;#t;#i=new Set;#o;#n=new AbortController;#s;constructor(t,e,n){this.#e=t,this.#t=e,this.#o=n}get state(){return Object.fromEntries([...this.#i].map(t=>[t,!0]))}set state(t){this.#i=new Set(Object.keys(t??{}))}cancel(){this.#n.abort(),this.#s=void 0}async clear(){this.cancel(),this.#i.size>0&&await this.#a(new Map,"")}async retry(){await this.#s?.()}async fill(t,e){this.cancel(),this.#n=new AbortController;let{signal:n}=this.#n;if(this.#r().length!==0)try{let{company:o,details:s}=await this.#t.companyWithDetails(t,n),r=n.aborted?void 0:await this.#a(Ut(o,s),e);n.aborted||this.#o(r)}catch{if(n.aborted)return;this.#s=()=>this.fill(t,e),this.#o(void 0)}}async#a(t,e){let n=new Set,o=new Set;for(let[s,r]of this.#r()){if(!this.#d(s,r))continue;let a=t.get(r),l=a===void 0?void 0:qt(s,r,a,e);l===void 0&&!this.#l(s,r)||(jt(s,l),await Promise.resolve(),l!==void 0&&(o.add(it(s,r)),n.add(r)))}return this.#i=o,[...n]}#r(){let{form:t}=this.#e,e=this.#e.getAttribute("fill")?.trim(),n=e===""?A:e?.split(/\s+/)??[];return t===null?[]:It(this.#e,t,n)}#d(t,e){return this.#e.hasAttribute("overwrite")||t.value===""||this.#l(t,e)?!0:t.localName==="select"&&$t(t)}#l(t,e){return this.#i.has(it(t,e))}};function it({value:i},t){return`${t}
${i}`}function st({options:i}){return Math.max(0,[...i].findIndex(({defaultSelected:t})=>t))}function $t(i){return i.selectedIndex===st(i)}function jt(i,t){let n=i.localName==="select"&&t===void 0?"selectedIndex":"value",o=n==="value"?t??"":st(i);Reflect.set(Object.getPrototypeOf(i),n,o,i);for(let s of["input","change"])i.dispatchEvent(new Event(s,{bubbles:!0,composed:!0}))}function rt(i){let{name:t,reason:e}=i??{};return typeof t=="string"&&typeof e=="string"}function at(i,{name:t,reason:e}){if(i==="")return null;let n=new FormData;for(let[o,s]of[[i,""],[`${i}-name`,t],[`${i}-unlisted`,e]])n.set(o,s);return n}var lt={cs:()=>import("./company-search.cs.js"),da:()=>import("./company-search.da.js"),de:()=>import("./company-search.de.js"),es:()=>import("./company-search.es.js"),et:()=>import("./company-search.et.js"),fi:()=>import("./company-search.fi.js"),fr:()=>import("./company-search.fr.js"),it:()=>import("./company-search.it.js"),nb:()=>import("./company-search.nb.js"),nl:()=>import("./company-search.nl.js"),pl:()=>import("./company-search.pl.js"),sv:()=>import("./company-search.sv.js")},_=new Map;function dt(i){for(let t=i;t!==void 0;t=t.getRootNode().host){let e=t.closest("[lang]")?.getAttribute("lang");if(e!=null)return e}return"en"}async function ct(i){let t=ut(i);if(_.has(t)||!Object.hasOwn(lt,t))return!1;try{let e=await lt[t]?.();return e===void 0||_.has(t)?!1:(_.set(t,e.default),!0)}catch{return!1}}function u(i,t){return S[t]!==T[t]?S[t]:_.get(ut(i))?.[t]??T[t]}function ut(i){return i.toLowerCase().replace(/[-_].*/,"").replace(/^n[no]$/,"nb")}var h=class extends Error{name="OpenFirmaError";code;status;title;detail;type;requestId;retryable;retryAfterSeconds;problem;constructor(t,e,n=`${t.title}: ${t.detail}`){super(n),this.code=t.code,this.status=t.status,this.title=t.title,this.detail=t.detail,this.type=t.type,this.requestId=t.request_id,this.retryable=t.retryable,this.retryAfterSeconds=e,this.problem=t}},R=class extends h{name="OpenFirmaCursorError";companiesGiven;constructor(t,e){let n=e===1?"1 company":`${e} companies`;super(t,void 0,`Cannot get the page after ${n}: ${t.detail}`),this.companiesGiven=e}},L=class extends Error{name="OpenFirmaNetworkError";url;constructor(t,e){super(`Cannot get "${t}": ${Wt(e)}`,{cause:e}),this.url=t}};function Wt(i){return i instanceof Error?i.cause instanceof Error&&i.cause.message||i.message:String(i)}var f=class extends Error{name="OpenFirmaAnswerError";url;status;excerpt;retryAfterSeconds;constructor(t,e,n,o){let s=n.slice(0,200);super(`The response of "${t}" is not one of the API: status ${e}, body ${JSON.stringify(s)}`),this.url=t,this.status=e,this.excerpt=s,this.retryAfterSeconds=o}};var zt=/^[\x20-\x7e]*$/,Bt=/\p{White_Space}+/gu,Kt=/^ | $/g,Gt=/^[!-~]+(?: [!-~]+)*$/;function j(i){return Gt.test(i)?i:i.normalize("NFC").replace(Bt," ").replace(Kt,"")}var Vt=/['.`]/g,Xt=/[^a-z0-9]+/g;function ht(i){return i.toLowerCase().replace(Vt,"").replace(Xt," ").trim()}function pt(i){return zt.test(i)}function P(i){let t=i.normalize("NFD").replace(/\p{M}+/gu,"");return pt(t)?ht(t):void 0}function ft(i){return J(i)??i.toUpperCase()}var mt=1e3,yt=16*1024*1024,Yt=2**31-1,O=class{#e;#t=0;constructor(t){this.#e=t}async get(t,e,n){let{maxRetries:o,maxWaitSeconds:s,onWait:r}=this.#e,a=s*1e3;for(let l=1;;l++){let{response:c,text:p}=await this.#i(t,n),y=Qt(p);if(c.ok&&e(y))return y;let m=te(t,c,p,y),x=this.#o(c.status,m.retryAfterSeconds);if(x===void 0||x>a||l>o)throw m;a-=x,r?.({seconds:x/1e3,attempt:l,error:m}),await this.#n(x,c.status===429,n)}}async#i(t,e){let{fetch:n}=this.#e;e?.throwIfAborted();try{let o={accept:"application/json, application/problem+json"},s=await n(t,e===void 0?{headers:o}:{headers:o,signal:e});return{response:s,text:await Zt(s)}}catch(o){throw e?.throwIfAborted(),new L(t,o)}}#o(t,e){if(t!==429&&t!==503||e===void 0)return;let n=e*1e3;return t===503?n:Math.max(n,this.#t+mt-Date.now())}async#n(t,e,n){e&&(this.#t=Date.now()+t);try{await Jt(t,n)}catch(o){throw e&&(this.#t-=mt),o}}};async function Zt({body:i}){let t="",e=0,n=new TextDecoder,o=i?.getReader();for(let s=await o?.read();s?.value!==void 0;s=await o?.read()){if(e+=s.value.length,e>yt)throw await o?.cancel(),new Error(`the response is longer than ${yt} bytes`);t+=n.decode(s.value,{stream:!0})}return t+n.decode()}function Jt(i,t){return new Promise((e,n)=>{let o=()=>{clearTimeout(s),t?.removeEventListener("abort",o),t?.aborted===!0?n(t.reason):e()},s=setTimeout(o,Math.min(i,Yt));t?.addEventListener("abort",o),t?.aborted===!0&&o()})}function Qt(i){try{return JSON.parse(i)}catch{return}}function te(i,{ok:t,status:e,headers:n},o,s){let r=ne(n.get("retry-after"));return!t&&ee(s)?new h(s,r):new f(i,e,o,r)}function ee(i){let{code:t,title:e,detail:n,request_id:o}=i??{};return[t,e,n,o].every(s=>typeof s=="string")}function ne(i){if(i===null)return;let t=/^\d+$/.test(i)?Number(i):(Date.parse(i)-Date.now())/1e3;return Number.isNaN(t)?void 0:Math.max(0,t)}var ie=25,v=class{#e;#t;constructor({baseUrl:t,fetch:e,maxRetries:n=5,maxWaitSeconds:o=60,onWait:s}){if(!URL.canParse(t)||!/^https?:[^?#]+$/i.test(t))throw new TypeError(`"baseUrl" must be an http or https address without query and fragment, got "${t}"`);this.#e=t.replace(/\/+$/,""),this.#t=new O({fetch:e??((r,a)=>globalThis.fetch(r,a)),maxRetries:n,maxWaitSeconds:o,onWait:s})}async search(t){return await this.#o("/v1/search",gt(t),W("list"),t.signal)}async searchWithDetails(t){return await this.#o("/details/v1/search",gt(t),W("list"),t.signal)}async*companies(t){for await(let e of this.pages(t))yield*e.data}async*pages({max:t=1/0,limit:e=ie,...n}){let o=0,s;for(;o<t;){let r=await this.#i({...n,limit:Math.min(e,t-o),cursor:s},o);if(yield r,o+=r.data.length,r.next_cursor===null)return;s=r.next_cursor}}async#i(t,e){let{cursor:n}=t;try{let o=await this.search(t);if(o.next_cursor===null||o.next_cursor!==n)return o;throw new f(this.#e,200,`the next_cursor that was sent: ${o.next_cursor}`)}catch(o){throw n!==void 0&&o instanceof h&&o.code==="invalid_request"?new R(o.problem,e):o}}async company(t,{signal:e}={}){return await this.#o(`/v1/companies/${encodeURIComponent(t)}`,"",bt("company"),e)}async details(t,{signal:e}={}){return await this.#o(`/details/v1/companies/${encodeURIComponent(t)}`,"",bt("company_details"),e)}async officers(t,{signal:e}={}){return await this.#o(`/v1/companies/${encodeURIComponent(t)}/officers`,"",W("company_officer_list"),e)}async whyNoOfficers(t,e={}){let{data:n}=await this.company(t,e);return oe[n.lifecycle.status]??"no register in the data publishes current officers of this company"}#o(t,e,n,o){return this.#t.get(this.#e+t+e,n,o)}},oe={split:"the company was split: its successors have the officers",tombstoned:"no register lists this company any more",restricted:"the values of this company are withheld"};function gt({q:i,country:t,limit:e,cursor:n}){let o=new URLSearchParams;for(let[s,r]of Object.entries({q:i,country:t,limit:e,cursor:n}))r!==void 0&&o.set(s,String(r));return`?${o}`}function W(i){return t=>{let e=t??{};return e.object===i&&Array.isArray(e.data)}}function bt(i){return t=>(t??{}).data?.object===i}function K(i){return i.kind==="found"?i.companies.length===0?"no_match":"none_chosen":i.kind==="short"&&i.isPaused?"too_short":i.kind==="failed"?"search_failed":void 0}var se=3,vt=25,re=9e4,ae=2,le=250,wt=900,de=.3,ce=10,xt=new Set,M=class{#e;#t;#i;#o;#n=0;#s=0;#a=new AbortController;#r;constructor(t,e){this.#e=t,this.#t=e}cancel(){clearTimeout(this.#r),this.#a.abort(),this.#a=new AbortController}find(t,e,n=this.#d()){this.cancel();let o=j(t);if(Array.from(o).length<se){this.#t(o===""?{kind:"idle"}:{kind:"short",isPaused:!1}),o!==""&&(this.#r=setTimeout(()=>this.#t({kind:"short",isPaused:!0}),n));return}this.#t({kind:"searching",companies:this.#l(o,e)});let{signal:s}=this.#a;this.#r=setTimeout(()=>{this.#f(o,e,s)},n)}async company(t){this.cancel();let{signal:e}=this.#a;try{let n=await this.#h().company(t,{signal:z(e)});if(!I(n.data))throw new Error(`The response about "${t}" is not a company`);return{...n,attribution:w(n.attribution)}}catch(n){if(e.aborted)return;throw n}}async identifier(t){let{data:e}=await new v({baseUrl:this.#e(),maxRetries:0}).company(t),[n]=Array.isArray(e.identifiers)?e.identifiers:[];return Et(n?.value)&&B(n.country_scope)?n:void 0}async companyWithDetails(t,e){let n=this.#e(),o=new v({baseUrl:n,maxWaitSeconds:ce}),s={signal:z(e)},[{data:r},a]=await Promise.all([o.company(t,s),Ct(n,()=>o.details(t,s))]);return a===void 0?{company:r}:{company:r,details:a.data}}#d(){let t=performance.now(),e=Math.min(t-this.#s,wt);return this.#s=t,this.#n+=(e-this.#n)*de,Math.min(wt,Math.max(le,this.#n*ae))}#l(t,e){let n=this.#o;return n?.country!==e||n.baseUrl!==this.#e()?[]:n.companies.filter(({name:o=""})=>o.toLowerCase().startsWith(t.toLowerCase()))}async#f(t,e,n){try{let o={baseUrl:this.#e(),country:e,query:t},s=this.#o,a=s!==void 0&&he(s,o)?s:await this.#u(o,n);if(n.aborted)return;this.#o=a,this.#t(a)}catch(o){n.aborted||this.#t({kind:"failed",error:o})}}async#u(t,e){let n=this.#h(),o={q:t.query,country:t.country,limit:vt,signal:z(e)},s=await Ct(t.baseUrl,()=>n.searchWithDetails(o))??await n.search(o),r=s.data.slice(0,vt).filter(l=>I(l)),a=s.next_cursor!==null;return{...t,kind:"found",companies:r,hasMore:a,attribution:w(s.attribution)}}#h(){let t=this.#e();if(this.#i?.baseUrl!==t){let e=({seconds:n})=>this.#t({kind:"waiting",seconds:n});this.#i={baseUrl:t,api:new v({baseUrl:t,onWait:e})}}return this.#i.api}};async function Ct(i,t){if(!xt.has(i))try{return await t()}catch(e){if(!(e instanceof h||e instanceof f)||e.status!==404)throw e;xt.add(i);return}}var ue=/(?:\d\D*){7}/;function he(i,{baseUrl:t,country:e,query:n}){if(i.baseUrl!==t||i.country!==e)return!1;if(i.query===n)return!0;let o=P(n);return o===void 0||i.hasMore||!n.startsWith(i.query)||ue.test(n)||P(i.query)===""?!1:i.companies.every(({name:s=""})=>P(s)?.startsWith(o))}function z(i){return AbortSignal.any([i,AbortSignal.timeout(re)])}var St=4e3;function Et(i){return typeof i=="string"&&i.length<=St}function B(i){return i===void 0||Et(i)}function I(i){let{id:t,number:e,...n}=i??{},o=["name","country_code","legal_form","company_status","country","state","locality"];return C(t)&&B(e?.value)&&o.every(s=>B(n[s]))}function w(i){return typeof i=="string"?i.slice(0,St):""}var D=class{input=d("input",{id:"input",part:"input",type:"text",role:"combobox",maxlength:"64",autocomplete:"off",autocapitalize:"none",spellcheck:"false",enterkeyhint:"search",dir:"auto","aria-autocomplete":"list","aria-expanded":"false","aria-controls":"list","aria-describedby":"note"});list=d("ul",{id:"list",part:"list",role:"listbox",hidden:""});popup=d("div",{class:"popup",part:"popup",hidden:""},this.list);anchor=d("span",{class:"anchor",tabindex:"-1"});#e;#t=[];#i=-1;constructor(t){this.#e=t,this.input.addEventListener("input",()=>t.onInput()),this.input.addEventListener("keydown",e=>this.#a(e)),this.list.addEventListener("mousedown",e=>e.preventDefault()),this.list.addEventListener("click",e=>this.#n(this.#o(e))),this.list.addEventListener("mouseover",e=>t.onHighlight(this.#t[this.#o(e)])),this.anchor.addEventListener("focus",()=>this.input.focus());for(let e of[this.input,this.popup])e.addEventListener("focusout",n=>{let o=n.relatedTarget;o!==this.input&&!this.popup.contains(o)&&t.onLeave()})}show(t,e,n){let o=this.#t[this.#i]?.id;this.#t=t;let s=t.map(a=>[d("bdi",{part:"name"},a.name??a.id),d("small",{part:"details"},e(a))]);n!==""&&s.push([d("bdi",{part:"unlisted"},n)]);let r=s.map((a,l)=>d("li",{id:`option-${l}`,part:"option",role:"option","aria-selected":"false"},...a));this.list.replaceChildren(...r),this.list.hidden=r.length===0,this.#s(t.findIndex(({id:a})=>a===o))}showDetails(t,e){let o=this.list.children[this.#t.findIndex(s=>s.id===t)]?.querySelector("small");o&&(o.textContent=e)}open(t){this.popup.hidden=!t,this.anchor.hidden=t,t||this.#s(-1),this.input.setAttribute("aria-expanded",String(t&&!this.list.hidden))}#o({target:t}){let e=t.closest("li");return e===null?-1:[...this.list.children].indexOf(e)}#n(t){let e=this.#t[t];e!==void 0?this.#e.onChoose(e):t>=0&&this.#e.onChooseTyped()}#s(t){this.#i=t,this.input.removeAttribute("aria-activedescendant");for(let[e,n]of[...this.list.children].entries())n.setAttribute("aria-selected",String(e===t)),n.part.toggle("option-active",e===t),e===t&&(this.input.setAttribute("aria-activedescendant",n.id),n.scrollIntoView({block:"nearest"}));this.#e.onHighlight(this.#t[t])}#a(t){t.isComposing||t.ctrlKey||t.metaKey||t.shiftKey||this.#r(t)&&t.preventDefault()}#r({key:t,altKey:e}){let n=!this.popup.hidden;switch(t){case"ArrowDown":case"ArrowUp":return this.#l(t==="ArrowDown"?1:-1,e,n),!0;case"Enter":return n&&this.#i>=0?this.#n(this.#i):this.#e.onSubmit(),!0;case"Escape":if(n)this.#e.onLeave();else{if(this.input.value==="")return!1;this.#d()}return!0;case"Tab":return n&&this.#n(this.#i),!1;case"Home":case"End":case"ArrowLeft":case"ArrowRight":return this.#s(-1),!1;default:return!1}}#d(){this.input.value="",this.#e.onInput()}#l(t,e,n){let o=this.list.children.length;if(e&&t<0)return this.#e.onLeave();if(n||this.#e.onOpen(),e)return;let s=this.#i<0&&t<0?0:this.#i;o>0&&this.#s((s+t+o)%o)}};function d(i,t,...e){let n=document.createElement(i);for(let[o,s]of Object.entries(t))n.setAttribute(o,s);return n.append(...e),n}var Tt="all",F=class{select=d("select",{id:"country",part:"country"});#e=d("label",{for:"country",part:"label"});field=d("div",{class:"country"},this.#e,this.select);describe(t,e,n){let o=ft(t.getAttribute("country")??Tt),s=t.hasAttribute("country-picker"),r=s?[[Tt,u(e,"allCountries")],...Q(e)]:[[o,""]],a=this.select.value;this.select.replaceChildren(...r.map(([l,c])=>d("option",{value:l},c))),this.select.value=s&&a!==""?a:o,this.#e.textContent=u(e,"country"),this.#e.hidden=!n,this.select.ariaLabel=n?null:u(e,"country"),this.field.hidden=!s}};var pe=150,fe=500,N=class{#e;#t;#i=new Map;#o=[];#n;constructor(t,e){this.#e=t,this.#t=e}list(t){let e=t.filter(({number:s})=>s===void 0),n=e.map(({name:s,country_code:r,legal_form:a,company_status:l})=>[s,r,a,l].join(`
`).toLowerCase()),o=e.filter((s,r)=>n.indexOf(n[r]??"")!==n.lastIndexOf(n[r]??""));this.#o=o.map(({id:s})=>s)}of(t){return this.#i.get(t)}highlight(t){clearTimeout(this.#n),!(t===void 0||!this.#o.includes(t.id)||this.#i.has(t.id))&&(this.#n=setTimeout(()=>{this.#s(t).catch(()=>this.#i.delete(t.id))},pe))}async#s(t){this.#i.size>=fe&&this.#i.clear(),this.#i.set(t.id,void 0);let e=await this.#e.identifier(t.id),n={value:e?.value??t.id,country:e?.country_scope?.slice(0,2)};this.#i.set(t.id,n),this.#t(t,n)}};function G(i,t,e){let{number:n,country:o,country_code:s,state:r,locality:a}=i,l=o??s??e?.country,c=l&&b(l,t);return([n,o,r,a].some(m=>m!==void 0)?[me(r,t),c,n?.value,a]:[c,i.legal_form,i.company_status,e?.value]).filter(m=>m!==void 0).join(" · ")}function me(i,t){return i==="in_liquidation"||i==="insolvent"||i==="closed"?u(t,i):void 0}var U=class{notice=d("p",{class:"notice",part:"notice",hidden:""});note=d("p",{id:"note",class:"note",part:"note"});status=d("div",{class:"status",role:"status"});#e="";#t;describe(t){this.note.textContent===this.#e&&(this.note.textContent=t),this.#e=t}show(t,e=t){this.#i(t),this.announce(e),this.note.textContent=this.#e,this.note.classList.remove("fault")}showProgress(t){this.#i(t),this.status.textContent=t}showFault(t,e){this.note.textContent!==t&&(e?this.show(t):this.announce(t),this.note.textContent=t,this.note.classList.add("fault"))}announce(t){let e=t===this.status.textContent&&t!=="";this.status.textContent=e?`${t} `:t}countDown(t,e){this.show(g(u(e,"waiting"),t));let n=t;this.#t=setInterval(()=>{if(--n>0)return this.#i(g(u(e,"waiting"),n));this.stopCountdown(),this.showProgress(u(e,"searching"))},1e3)}stopCountdown(){clearInterval(this.#t)}#i(t){this.notice.textContent=t,this.notice.hidden=t===""}};var H=class{#e=new F;country=this.#e.select;#t=d("label",{for:"input",part:"label"});#i=d("button",{type:"button",part:"retry"});#o=d("p",{part:"attribution",hidden:""});#n=new U;#s;combobox;lookup;#a;#r;#d;#l={kind:"idle"};#f="";#u="";#h=!1;#p="en";constructor(t,e){this.#s=e,this.lookup=new M(e.baseUrl,l=>this.#x(l)),this.#a=new N(this.lookup,(l,c)=>{this.combobox.showDetails(l.id,G(l,this.#p,c)),this.isOpen&&this.#n.announce(c.value)}),this.combobox=new D({onInput:()=>this.#g(),onOpen:()=>this.#b(),onChoose:l=>this.#v(l),onChooseTyped:()=>this.#w(),onHighlight:l=>this.#a.highlight(l),onSubmit:e.onSubmit,onLeave:()=>this.close()});let{input:n,anchor:o,popup:s}=this.combobox;s.append(this.#n.notice,this.#o);let r=d("div",{class:"field"},n,o,s),a=d("div",{class:"search"},this.#t,r);t.append(d("div",{class:"row"},a,this.#e.field),this.#n.note,this.#n.status),this.#i.addEventListener("click",()=>{n.focus(),this.find()}),this.country.addEventListener("change",()=>this.find()),this.country.addEventListener("focusout",({relatedTarget:l})=>{l!==n&&this.close()}),this.#n.show("")}get isOpen(){return!this.combobox.popup.hidden}get company(){return this.#r}get unlisted(){return this.#d}get attribution(){return this.#o.textContent??""}describe(t,e,n){let{input:o,list:s}=this.combobox;this.#p=n,this.#h=t.hasAttribute("allow-unlisted"),this.#n.describe(this.#c("hint"));let r=t.getAttribute("label"),a=r??t.getAttribute("aria-label")??(e||this.#c("label"));this.#t.textContent=r,this.#t.hidden=r===null,o.ariaLabel=r===null?a:null,s.ariaLabel=a,o.placeholder=t.getAttribute("placeholder")??"",o.ariaRequired=String(t.hasAttribute("required")),this.#e.describe(t,n,r!==null)}showCompany(t,e){this.showText(t.name??t.id),this.#r=t,this.#o.textContent=e,this.#n.note.textContent=e}showUnlisted(t){this.showText(t.name),this.#d=t;let e=$(this.#c("typed"),t.name);this.#n.announce(e),this.#n.note.textContent=e}showText(t){this.#r=void 0,this.#d=void 0,this.combobox.input.value=t,this.close(),this.#n.show("")}async showId(t){this.showText(t);try{let e=await this.lookup.company(t);return e===void 0?void 0:(this.showCompany(e.data,e.attribution),!0)}catch(e){return this.#n.note.textContent=this.#y(e),e instanceof h&&!e.retryable?!1:void 0}}showFault(t){this.#n.showFault(t,this.isOpen)}announceFilled(t){let e=t?.map(n=>this.#c(`field-${n}`)).join(", ");e===void 0?this.#n.announce(this.#c("unfilled")):e!==""&&this.#n.announce(this.#c("filled").replace("{fields}",()=>e))}find(){this.#m||this.lookup.find(this.combobox.input.value,this.country.value,0)}retry(){this.isOpen&&this.#l.kind==="failed"&&this.find()}close(){this.lookup.cancel(),this.#n.stopCountdown(),(this.#l.kind==="searching"||this.#l.kind==="waiting")&&(this.#l={kind:"idle"},this.combobox.show([],()=>"","")),this.isOpen&&this.#n.announce(""),this.combobox.open(!1)}#g(){let t=this.#m;this.#r=void 0,this.#d=void 0,this.lookup.find(this.combobox.input.value,this.country.value),t?this.#s.onChange():this.#s.onInput()}get#m(){return(this.#r??this.#d)!==void 0}#b(){if(this.combobox.list.hidden)return this.find();this.combobox.open(!0),this.#n.announce(this.#u)}#v(t){this.showCompany(t,this.attribution),this.#s.onChange()}#w(){let t=K(this.#l);t!==void 0&&(this.showUnlisted({name:this.#f,reason:t}),this.#s.onChange())}#x(t){this.#n.stopCountdown(),this.#l=t,this.#f=this.combobox.input.value.trim();let e=t.kind==="found",n=e||t.kind==="searching"?t.companies:[];this.#a.list(n);let o=this.#C(t);this.combobox.show(n,a=>G(a,this.#p,this.#a.of(a.id)),o),e&&(this.#o.textContent=t.attribution),this.#o.hidden=n.length===0,this.#n.notice.classList.toggle("busy",t.kind==="searching"),n.length===0?this.combobox.popup.prepend(this.#n.notice):this.combobox.list.after(this.#n.notice),this.#S(t),o!==""&&this.#n.announce(`${this.#n.status.textContent} ${o}`),this.#u=this.#n.status.textContent;let{activeElement:s}=this.combobox.input.getRootNode(),r=t.kind==="short"?o!=="":t.kind!=="idle";this.combobox.open(r&&s!==null)}#C(t){return this.#h&&K(t)!==void 0?$(this.#c("unlisted"),this.#f):""}#S(t){switch(t.kind){case"idle":return this.#n.show("");case"short":return this.#n.show("",this.#c("hint"));case"searching":return this.#n.showProgress(t.companies.length===0?this.#c("searching"):"");case"found":return this.#E(t.companies.length,t.hasMore);case"waiting":return this.#n.countDown(Math.ceil(t.seconds),this.#p);case"failed":this.#n.show(this.#y(t.error)),this.#i.textContent=this.#c("retry"),this.#n.notice.append(this.#i)}}#E(t,e){t===0?this.#n.show(this.#c("none")):e?this.#n.show(g(this.#c("more"),t)):this.#n.show("",t===1?this.#c("one"):g(this.#c("many"),t))}#y(t){return t instanceof h&&!t.retryable?w(t.detail):(t instanceof TypeError&&reportError(t),this.#c("failed"))}#c(t){return u(this.#p,t)}};var kt=`/* Colours come from the page: from its \`color-scheme\`, or from the custom properties that it sets. */
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
`;var q,ge=["allowUnlisted","baseUrl","country","disabled","name","required","value"],V=class extends E{static formAssociated=!0;static observedAttributes=["allow-unlisted","aria-label","country","country-picker","label","lang","name","placeholder","required","value"];static texts=S;#e=this.attachInternals();#t;#i;#o="en";#n="";#s=!1;constructor(){super();let t=this.attachShadow({mode:"open",delegatesFocus:!0});q===void 0&&(q=new CSSStyleSheet,q.replaceSync(kt)),t.adoptedStyleSheets=[q],this.#t=new H(t,{baseUrl:()=>this.baseUrl,onInput:()=>this.#n===""?this.#h():this.#f(),onChange:()=>this.#f(),onSubmit:()=>this.form?.requestSubmit()}),this.#i=new k(this,this.#t.lookup,e=>{this.#u(),this.#t.announceFilled(e)}),this.addEventListener("invalid",e=>{this.#p(!0),this.#t.showFault(this.validationMessage),this.#t.isOpen&&e.preventDefault()})}get value(){return this.#t.company?.id??this.#n}set value(t){t!==""&&t===this.#t.company?.id||t===""&&this.unlisted!==void 0||(this.#r(t),this.#t.showText(t),this.#u(),this.isConnected&&this.#l())}get company(){return this.#t.company}get unlisted(){return this.#t.unlisted}get query(){return this.#t.combobox.input.value}get country(){return this.#t.country.value}set country(t){this.setAttribute("country",t)}get form(){return this.#e.form}get validity(){return this.#e.validity}get validationMessage(){return this.#e.validationMessage}checkValidity(){return this.#e.checkValidity()}reportValidity(){return this.#e.reportValidity()}connectedCallback(){for(let n of ge.filter(o=>Object.hasOwn(this,o))){let o=Reflect.get(this,n);Reflect.deleteProperty(this,n),Reflect.set(this,n,o)}this.#d(),this.#l(),addEventListener("online",this.#a);let{text:t,isFocused:e}=X(this);this.query===""&&(this.#t.combobox.input.value=t,e&&(this.#t.combobox.input.focus(),this.#t.find()))}disconnectedCallback(){removeEventListener("online",this.#a),this.#t.close(),this.#i.cancel()}attributeChangedCallback(t,e,n){t==="value"&&(this.value=n??""),t==="name"&&this.#u(),this.isConnected&&this.#d()}#a=()=>{this.#t.retry(),this.#i.retry(),this.#s||this.#l()};formResetCallback(){this.#t.country.value="",this.#i.cancel(),this.#i.state={},this.#t.showText(""),this.#d(),this.value=this.getAttribute("value")??"",this.#p(!1)}formDisabledCallback(t){this.#t.combobox.input.disabled=t,this.#t.country.disabled=t,t&&this.#t.close()}formStateRestoreCallback(t){let{company:e,unlisted:n,attribution:o,filled:s}=JSON.parse(t);this.#i.state=s,this.#r(""),I(e)?this.#t.showCompany(e,w(o)):rt(n)&&this.#t.showUnlisted(n),this.#u()}#r(t){this.#n=t,this.#s=!1}#d(){this.#o=dt(this),ct(this.#o).then(e=>e&&this.#d());let t=[...this.#e.labels].map(({textContent:e})=>e?.trim());this.#t.describe(this,t.join(" "),this.#o),this.#h()}async#l(){let t=this.#n;if(t==="")return;let e=C(t)&&await this.#t.showId(t);e===void 0||t!==this.#n||(this.#s=!e,this.#u())}#f(){let{company:t,unlisted:e}=this.#t;this.#r(""),this.#i.cancel(),this.#u();let n={bubbles:!0,composed:!0};t!==void 0&&this.dispatchEvent(new CustomEvent("company-selected",{detail:t,...n})),e!==void 0&&this.dispatchEvent(new CustomEvent("company-unlisted",{detail:e,...n})),this.dispatchEvent(new Event("change",{bubbles:!0})),t===void 0?this.#i.clear():this.#i.fill(t.id,this.#o)}#u(){let{company:t,unlisted:e,attribution:n}=this.#t,o=JSON.stringify({company:t,unlisted:e,attribution:n,filled:this.#i.state}),s=C(this.value)?this.value:null;this.#e.setFormValue(e===void 0?s:at(this.name,e),t===void 0&&e===void 0?null:o),this.#h()}#h(){let t=this.value===""&&this.unlisted===void 0,e=(n,o)=>this.#e.setValidity(n,o,this.#t.combobox.anchor);this.#s?e({badInput:!0},u(this.#o,"unknown")):t&&this.query.trim()!==""?e({badInput:!0},u(this.#o,"unfinished")):t&&this.required?e({valueMissing:!0},u(this.#o,"required")):e({}),this.validity.valid&&this.#p(!1)}#p(t){this.#t.combobox.input.ariaInvalid=String(t),t?this.#e.states.add("invalid"):this.#e.states.delete("invalid")}};globalThis.customElements?.get("company-search")===void 0&&globalThis.customElements?.define("company-search",V);export{V as CompanySearch};
