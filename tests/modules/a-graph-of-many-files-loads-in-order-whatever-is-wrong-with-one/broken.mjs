import './part/p1.mjs?again';
import './part/p2.mjs?again';
import './fine.mjs';
import './wrong.mjs';
import './missing.mjs';
